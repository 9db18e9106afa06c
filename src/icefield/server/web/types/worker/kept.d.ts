// What the server puts before the service worker (server/installable.py).

declare const KEPT: { name: string; assets: string; offline: string; files: string[] };
