"""The services of the server, run in threads.

In dependency order: `token_bucket`, `fair_queue` and `fair_pool`, the threads that all work of
clients shares; `scheduler`; `hub`, the subscriptions of live connections;
`bot_runner`, the bots that search; `table_service`, the only way to a table; `broadcast`, which
serves live connections together. `answers` and `reviews` run searches for analysis.
"""
