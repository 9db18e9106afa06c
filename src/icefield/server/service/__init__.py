"""What happens at tables: the service, its clocks and bots, and the hub of live connections."""
