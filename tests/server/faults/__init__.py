"""What goes wrong around a server, and what is promised then (docs/faults.md)."""
