"""The place to play: tables as event logs behind a JSON interface, a WebSocket and web pages."""
