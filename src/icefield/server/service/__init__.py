"""What happens at tables.

In dependency order: `thread_pool` and `scheduler`; `hub`, the subscriptions of live connections;
`bot_runner`, the bots that think; `table_service`, the only way to a table; `broadcast`, which
serves live connections together. `answers` and `reviews` work out what takes a while, for analysis.
"""
