import { plainName } from "./plain-name.ts";

/** The first version of the database. Times are REAL: milliseconds with fractions. */
export const FIRST_SCHEMA = `
  CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- connection_ref is a name to look up elsewhere.
  CREATE TABLE targets (
    target_id TEXT PRIMARY KEY,
    target_name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('local', 'ssh')),
    connection_ref TEXT NOT NULL CHECK (${plainName("connection_ref")}),
    is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
    last_seen_at REAL,
    health TEXT NOT NULL CHECK (health IN ('ok', 'degraded', 'down')),
    updated_at REAL NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE panes (
    target_id TEXT NOT NULL,
    pane_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    session_name TEXT NOT NULL,
    window_id TEXT NOT NULL,
    window_index INTEGER NOT NULL,
    window_name TEXT NOT NULL,
    pane_index INTEGER NOT NULL,
    pane_pid INTEGER NOT NULL,
    title TEXT NOT NULL,
    command TEXT NOT NULL,
    cwd TEXT NOT NULL,
    updated_at REAL NOT NULL,
    PRIMARY KEY (target_id, pane_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE runtimes (
    runtime_id TEXT PRIMARY KEY,
    target_id TEXT NOT NULL,
    pane_id TEXT NOT NULL,
    pane_epoch INTEGER NOT NULL,
    agent_type TEXT NOT NULL,
    boot_id TEXT NOT NULL,
    server_pid INTEGER NOT NULL,
    server_start TEXT NOT NULL,
    pid INTEGER,
    pid_start TEXT,
    session_id TEXT,
    started_at REAL NOT NULL,
    ended_at REAL,
    UNIQUE (target_id, pane_id, pane_epoch)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX runtimes_by_end ON runtimes (ended_at);

  -- event_id is derived from (target, source, dedupe_key), which the unique index already guards. A second unique index
  -- over random ids would cost a third of the ingest speed (measured), and only unsettled events are looked up by id.
  -- No foreign keys for the same reason.
  CREATE TABLE events (
    event_id TEXT NOT NULL,
    target_id TEXT NOT NULL,
    pane_id TEXT,
    runtime_id TEXT,
    agent_type TEXT,
    source TEXT NOT NULL,
    event_type TEXT NOT NULL,
    dedupe_key TEXT NOT NULL,
    source_event_id TEXT,
    source_seq INTEGER,
    source_incarnation REAL,
    event_time REAL NOT NULL,
    clock_offset REAL NOT NULL,
    ingested_at REAL NOT NULL,
    at REAL NOT NULL,
    bind_status TEXT NOT NULL CHECK (bind_status IN ('bound', 'pending_bind', 'dropped_unbound')),
    hints TEXT,
    subject TEXT,
    run_id TEXT,
    run_parent TEXT,
    turn TEXT,
    message TEXT NOT NULL,
    evidence TEXT NOT NULL,
    payload TEXT
  ) STRICT;
  CREATE UNIQUE INDEX events_once ON events (target_id, source, dedupe_key);
  CREATE INDEX events_by_runtime ON events (runtime_id, at) WHERE runtime_id IS NOT NULL;
  CREATE INDEX events_by_age ON events ((payload IS NULL), at);
  CREATE INDEX events_unsettled ON events (bind_status, event_id) WHERE bind_status <> 'bound';

  CREATE TABLE runtime_source_cursors (
    runtime_id TEXT NOT NULL REFERENCES runtimes ON DELETE CASCADE,
    source TEXT NOT NULL,
    last_source_seq INTEGER,
    last_order_event_time REAL NOT NULL,
    last_order_ingested_at REAL NOT NULL,
    last_order_event_id TEXT NOT NULL,
    PRIMARY KEY (runtime_id, source)
  ) STRICT, WITHOUT ROWID;

  -- Rows of a kilobyte and more: a rowid table keeps their B-tree shallow.
  CREATE TABLE runtime_folds (
    runtime_id TEXT PRIMARY KEY REFERENCES runtimes ON DELETE CASCADE,
    fold TEXT NOT NULL
  ) STRICT;

  -- The pane's item is kept whole; the columns beside it are what people ask SQL about.
  -- (Generated columns would be computed at every write: 2.7 us of 4.8, measured.)
  CREATE TABLE states (
    target_id TEXT NOT NULL,
    pane_id TEXT NOT NULL,
    runtime_id TEXT,
    state TEXT NOT NULL,
    reason_code TEXT,
    confidence TEXT NOT NULL,
    state_version INTEGER NOT NULL,
    updated_at REAL NOT NULL,
    item TEXT NOT NULL,
    PRIMARY KEY (target_id, pane_id)
  ) STRICT;

  -- AUTOINCREMENT: a number is never given twice, even when the newest rows are gone.
  CREATE TABLE state_changes (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    target_id TEXT NOT NULL,
    pane_id TEXT NOT NULL,
    state TEXT,
    at REAL NOT NULL
  ) STRICT;

  CREATE TABLE action_snapshots (
    snapshot_id TEXT PRIMARY KEY,
    target_id TEXT NOT NULL,
    pane_id TEXT NOT NULL,
    runtime_id TEXT,
    state_version INTEGER NOT NULL,
    observed_at REAL NOT NULL,
    expires_at REAL NOT NULL,
    nonce TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE adapters (
    adapter_name TEXT PRIMARY KEY,
    agent_type TEXT NOT NULL,
    version TEXT NOT NULL,
    capabilities TEXT NOT NULL CHECK (json_valid(capabilities)),
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    updated_at REAL NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE memory (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
