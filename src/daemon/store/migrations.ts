import type { Database } from "./database.ts";
import { FIRST_SCHEMA } from "./first-schema.ts";
import { plainName } from "./plain-name.ts";

/**
 * Migrates the database to the newest version, all steps in one transaction. `user_version` must be in the file itself,
 * not only in its -wal: an older agtmux reads it from there without touching anything. So the caller migrates under a
 * rollback journal and switches to WAL afterwards.
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

/** The tmux socket gets a column of its own, since an ssh target has both a connection and a socket. */
const V2 = `
  ALTER TABLE targets ADD COLUMN tmux_socket TEXT NOT NULL DEFAULT '' CHECK (${plainName("tmux_socket")});
  UPDATE targets SET tmux_socket = connection_ref, connection_ref = '' WHERE kind = 'local';
  -- registrations belong to a target from now on
  UPDATE memory SET key = 'session@host:' || substr(key, length('session:') + 1) WHERE key GLOB 'session:*';
`;

/** When a disabled adapter was enabled again, and how many screens it could not read, by agent version. */
const V3 = `
  ALTER TABLE adapters ADD COLUMN enabled_since REAL;
  ALTER TABLE adapters ADD COLUMN unknown_screens TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(unknown_screens));
`;

/** Action snapshots keep what the actor was shown, to compare at the action; every action is audited. */
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

/** The news of each change, so that later followers get the same; and the change that a pane's state comes from. */
const V5 = `
  ALTER TABLE state_changes ADD COLUMN news TEXT;
  ALTER TABLE states ADD COLUMN n INTEGER;
`;

/** Squad signals, numbered for followers. AUTOINCREMENT: a signal that is sent again never gets an old number. */
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

/** The question that an event asks, and all questions with their outcome. */
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

/** Notifications, one per (runtime, attention, channel), and the browsers subscribed to them. */
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

/** Adds the agent metadata of pending events, and the engine version that made a fold. */
const V9 = `
  ALTER TABLE events ADD COLUMN metadata TEXT;
  -- the folds of that time are those of the engine's first version
  ALTER TABLE runtime_folds ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
`;

/** Rules that answer for a person, and what agents wanted to do and how that was decided. */
const V10 = `
  CREATE TABLE rules (
    rule_id TEXT PRIMARY KEY,
    created_at REAL NOT NULL,
    rule TEXT NOT NULL CHECK (json_valid(rule))
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE decisions (
    decision_id TEXT PRIMARY KEY,
    at REAL NOT NULL,
    decision TEXT NOT NULL CHECK (json_valid(decision))
  ) STRICT;
  CREATE INDEX decisions_by_time ON decisions (at);
`;

/**
 * Calls of models by the agent's own id of each, so that none counts twice, and their sums by day and conversation,
 * which are kept for longer; of each conversation, model, context and turn; and the allowances of accounts.
 */
const V11 = `
  CREATE TABLE usage_calls (
    target TEXT NOT NULL,
    agent TEXT NOT NULL,
    call_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    at REAL NOT NULL,
    day TEXT NOT NULL,
    model TEXT NOT NULL,
    project TEXT NOT NULL,
    input INTEGER NOT NULL,
    cached INTEGER NOT NULL,
    cache_written INTEGER NOT NULL,
    output INTEGER NOT NULL,
    reasoning INTEGER NOT NULL,
    cost REAL,
    PRIMARY KEY (target, agent, call_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_calls_by_session ON usage_calls (target, agent, session_id, at);
  CREATE INDEX usage_calls_by_time ON usage_calls (at);

  CREATE TABLE usage_daily (
    target TEXT NOT NULL,
    agent TEXT NOT NULL,
    session_id TEXT NOT NULL,
    day TEXT NOT NULL,
    model TEXT NOT NULL,
    project TEXT NOT NULL,
    has_cost INTEGER NOT NULL CHECK (has_cost IN (0, 1)),
    calls INTEGER NOT NULL,
    input INTEGER NOT NULL,
    cached INTEGER NOT NULL,
    cache_written INTEGER NOT NULL,
    output INTEGER NOT NULL,
    reasoning INTEGER NOT NULL,
    cost REAL NOT NULL,
    PRIMARY KEY (target, agent, session_id, day, model, project, has_cost)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_daily_by_day ON usage_daily (day);

  CREATE TABLE usage_sessions (
    target TEXT NOT NULL,
    agent TEXT NOT NULL,
    session_id TEXT NOT NULL,
    updated_at REAL NOT NULL,
    session TEXT NOT NULL CHECK (json_valid(session)),
    PRIMARY KEY (target, agent, session_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE usage_limits (
    target TEXT NOT NULL,
    agent TEXT NOT NULL,
    window TEXT NOT NULL,
    at REAL NOT NULL,
    usage_limit TEXT NOT NULL CHECK (json_valid(usage_limit)),
    PRIMARY KEY (target, agent, window)
  ) STRICT, WITHOUT ROWID;
`;

/** Append only: a database's version is the number of migrations it has run. */
const MIGRATIONS = [FIRST_SCHEMA, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11];

export const SCHEMA_VERSION = MIGRATIONS.length;
