"""What every page of the site shares, and what belongs to no page.

`preferences` (language, orientation of boards), `assets` (styles, scripts, icons), `script_modules`
(what a page loads ahead), `pages` (templates), `cards` (drawings of games), `installable` (manifest
and service worker) and `health`.
"""
