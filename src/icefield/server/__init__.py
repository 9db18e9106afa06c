"""The game server: tables as event logs, a JSON API, WebSockets and web pages."""
