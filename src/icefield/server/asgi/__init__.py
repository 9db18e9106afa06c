"""Between the web server and the routes: guards, limits, identity, metrics, logs."""
