-- Views in memory as they stood, so that a process begins where the one before it was. Derived: may be emptied at any
-- time (services/roles/follower/kept_views.py).
CREATE TABLE kept_views (
    view TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    program TEXT NOT NULL,
    content BLOB NOT NULL
);
