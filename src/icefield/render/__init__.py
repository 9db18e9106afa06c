"""Renderers: pure functions of a `Scene`, which know no rules.

- `svg.svg(scene)` draws one standalone or one page-styled SVG,
- `text.text(scene)` draws for a terminal,
- `themes.css()` is the style sheet of every drawing, for a web page that embeds them.

A new game needs no code here: its drawings are files in its data, `symbols/<name>.svg`, and the
looks that its scene names are classes that `look.css` styles, ours or the game's own.
"""
