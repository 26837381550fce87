-- Views in memory as they stood, so that a process begins where the one before it was. Derived: may be emptied at any
-- time (services/roles/follower/kept_views.py).
CREATE TABLE kept_views (
    view text COLLATE "C" PRIMARY KEY,
    position bigint NOT NULL,
    program text NOT NULL,
    content bytea NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON kept_views TO turnledger_writer;
