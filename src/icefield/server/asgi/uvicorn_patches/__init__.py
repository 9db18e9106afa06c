"""What uvicorn lacks: timeouts of silent connections, compression once per message."""
