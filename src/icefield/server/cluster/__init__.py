"""Several processes behind one database: leases, heartbeat, bot jobs, notifications, presence."""
