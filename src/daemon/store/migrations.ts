import type { Database } from "./database.ts";

/**
 * Brings the database to the newest version, all steps in one transaction.
 * `user_version` must be in the file itself and not only in a -wal beside it: an older agtmux reads it from there without
 * touching anything. So the caller migrates under a rollback journal and turns to WAL afterwards.
 */
export function migrate(db: Database, newEpoch: string): void {
  const from = db.pragma("user_version") as number;
  if (from >= SCHEMA_VERSION) return;
  db.exclusively(() => {
    for (const migration of MIGRATIONS.slice(from)) db.exec(migration);
    db.prepare("INSERT INTO meta (key, value) VALUES ('epoch', ?) ON CONFLICT DO NOTHING").run(newEpoch);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
  });
}

/** Times are REAL: milliseconds with fractions. */
const V1 = `
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

/** Which tmux server of a machine is meant: no longer what connects to it, since an ssh target has both. */
const V2 = `
  ALTER TABLE targets ADD COLUMN tmux_socket TEXT NOT NULL DEFAULT '' CHECK (${plainName("tmux_socket")});
  UPDATE targets SET tmux_socket = connection_ref, connection_ref = '' WHERE kind = 'local';
  -- registrations belong to a target from now on
  UPDATE memory SET key = 'session@host:' || substr(key, length('session:') + 1) WHERE key GLOB 'session:*';
`;

/** Since when an adapter that was off is on again, and how often its agent's versions showed what it could not read. */
const V3 = `
  ALTER TABLE adapters ADD COLUMN enabled_since REAL;
  ALTER TABLE adapters ADD COLUMN unknown_screens TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(unknown_screens));
`;

/** What was shown to whoever acts is compared with what is there then; every action is on record. */
const V4 = `
  ALTER TABLE action_snapshots ADD COLUMN state TEXT NOT NULL DEFAULT 'unknown';
  ALTER TABLE action_snapshots ADD COLUMN nudge_seq INTEGER NOT NULL DEFAULT 0;

  CREATE TABLE audit (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    correlation_id TEXT NOT NULL UNIQUE,
    at REAL NOT NULL,
    idempotency_key TEXT,
    entry TEXT NOT NULL CHECK (json_valid(entry))
  ) STRICT;
  CREATE INDEX audit_by_time ON audit (at);
  CREATE INDEX audit_by_key ON audit (idempotency_key, at) WHERE idempotency_key IS NOT NULL;
`;

/** What a change told whoever followed, so that the next one is told the same; and which change a pane's state is from. */
const V5 = `
  ALTER TABLE state_changes ADD COLUMN news TEXT;
  ALTER TABLE states ADD COLUMN n INTEGER;
`;

/** Squad signals, numbered for whoever follows them. AUTOINCREMENT: one that is told again never gets an old number. */
const V6 = `
  CREATE TABLE signals (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL UNIQUE,
    target_id TEXT NOT NULL,
    session_name TEXT,
    session_id TEXT,
    runtime_id TEXT,
    ref TEXT,
    at REAL NOT NULL,
    until REAL,
    signal_id TEXT NOT NULL,
    type TEXT NOT NULL,
    cleared INTEGER NOT NULL DEFAULT 0 CHECK (cleared IN (0, 1)),
    signal TEXT NOT NULL CHECK (json_valid(signal))
  ) STRICT;
  CREATE INDEX signals_by_session ON signals (target_id, session_name, at);
  CREATE INDEX signals_by_runtime ON signals (runtime_id, at) WHERE runtime_id IS NOT NULL;
  CREATE INDEX signals_by_signal ON signals (signal_id);
  CREATE INDEX signals_by_age ON signals (at);
`;

/** What an event asks of a person, and the questions with what became of them. */
const V7 = `
  ALTER TABLE events ADD COLUMN question TEXT;

  CREATE TABLE questions (
    question_id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    asked_at REAL NOT NULL,
    question TEXT NOT NULL CHECK (json_valid(question))
  ) STRICT;
  CREATE INDEX questions_open ON questions (asked_at) WHERE state = 'open';
  CREATE INDEX questions_by_time ON questions (asked_at);
`;

/** What is to be told to people, each (runtime, attention, channel) once, and the browsers that want to hear of it. */
const V8 = `
  CREATE TABLE outbox (
    key TEXT PRIMARY KEY,
    runtime_id TEXT NOT NULL,
    attention_id TEXT NOT NULL,
    channel TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'dropped', 'dead')),
    created_at REAL NOT NULL,
    due_at REAL NOT NULL,
    settled_at REAL,
    delivery TEXT NOT NULL CHECK (json_valid(delivery))
  ) STRICT;
  CREATE INDEX outbox_waiting ON outbox (channel, due_at) WHERE state = 'waiting';
  CREATE INDEX outbox_by_call ON outbox (runtime_id, attention_id);
  CREATE INDEX outbox_sent ON outbox (channel, runtime_id, settled_at) WHERE state = 'sent';
  CREATE INDEX outbox_by_state ON outbox (state, settled_at);

  CREATE TABLE push_subscriptions (
    id TEXT PRIMARY KEY,
    device_id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    created_at REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/** What a pending event tells of the runtime that it turns out to be of; and the version of the engine that made a fold. */
const V9 = `
  ALTER TABLE events ADD COLUMN metadata TEXT;
  -- the folds of that time are those of the engine's first version
  ALTER TABLE runtime_folds ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
`;

/** Only ever appended to: the version of a database is how many of these it has seen. */
const MIGRATIONS = [V1, V2, V3, V4, V5, V6, V7, V8, V9];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** The same rules as isConnectionRef, for whoever writes past us. */
function plainName(column: string): string {
  return `
      length(${column}) <= 200
      AND instr(${column}, char(0)) = 0
      AND ${column} NOT GLOB '*[' || char(1) || '-' || char(32) || char(127) || '-' || char(160) || ']*'
      AND ${column} NOT GLOB '*["''\`=;&|<>(){}$\\?#!*,]*'
      AND ${column} NOT GLOB '-*'
      AND replace(${column}, '://', '') NOT LIKE '%:%@%'
      AND lower(${column}) NOT GLOB '*password*'
      AND lower(${column}) NOT GLOB '*passwd*'
      AND lower(${column}) NOT GLOB '*passphrase*'
      AND lower(${column}) NOT GLOB '*secret*'
      AND lower(${column}) NOT GLOB '*credential*'
      AND lower(${column}) NOT GLOB '*token:*'
      AND lower(${column}) NOT GLOB '*apikey*'
      AND lower(${column}) NOT GLOB '*api[_-]key*'
      AND lower(${column}) NOT GLOB '*bearer*'
      AND lower(${column}) NOT GLOB '*privatekey*'
      AND lower(${column}) NOT GLOB '*private[_-]key*'
      AND ${column} NOT GLOB '*sk-ant-*'
      AND ${column} NOT GLOB '*gh[opsu]_*'
      AND ${column} NOT GLOB '*github_pat_*'
      AND ${column} NOT GLOB '*xox[abp]-*'
      AND ${column} NOT GLOB '*AKIA*'
      AND ${column} NOT GLOB '*AIza*'
      AND ${column} NOT GLOB '*eyJ*.*.*'
  `;
}
