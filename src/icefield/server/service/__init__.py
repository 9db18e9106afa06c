"""The services of the server, run in threads.

In dependency order: `thread_pool` and `scheduler`; `hub`, the subscriptions of live connections;
`bot_runner`, the bots that search; `table_service`, the only way to a table; `broadcast`, which
serves live connections together. `answers` and `reviews` run searches for analysis.
"""
