"""The URLs: pages and the JSON interface, one module a page."""
