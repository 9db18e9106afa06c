"""Several processes behind one database.

In dependency order: `lease`, until when the others rely on a process; `presence`, which identities
are connected; `bot_jobs`, which process runs which bots; `heartbeat`, the thread that maintains
these three; `notifications`, what other processes have written; and `supervisor`, the process that
starts and replaces workers.
"""
