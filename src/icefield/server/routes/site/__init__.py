"""The shared parts of all pages, and endpoints that belong to no page.

`preferences` (language, orientation of boards), `assets` (styles, scripts, icons), `script_modules`
(preloaded modules of a page), `pages` (templates), `cards` (drawings of games), `installable`
(manifest and service worker) and `health`.
"""
