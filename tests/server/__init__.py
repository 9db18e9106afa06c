"""The server: real requests against a real uvicorn."""
