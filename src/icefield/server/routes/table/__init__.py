"""The URLs of a table, pages and JSON API.

`tables` opens, shows and moves; `live` is the WebSocket that pushes changes; `invitations` are
links and QR codes; `players` has chat, offers, resigning and leaving; `discussion` is what is said
before a ballot; `hints` has hints and threats.
"""
