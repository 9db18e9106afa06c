"""What a client receives: payloads made from what its seat may know."""
