import { existsSync } from "node:fs";
import { join } from "node:path";
import { Database } from "../../src/daemon/store/database.ts";
import type { Sandbox } from "./sandbox.ts";

/** The columns of an event that tests use. */
export interface LoggedEvent {
  event_id: string;
  pane_id: string | null;
  runtime_id: string | null;
  source: string;
  event_type: string;
  message: string;
  event_time: number;
  at: number;
  ingested_at: number;
  bind_status: "bound" | "pending_bind" | "dropped_unbound";
}

export interface LoggedRuntime {
  runtime_id: string;
  pane_id: string;
  pane_epoch: number;
  agent_type: string;
  pid: number;
  server_pid: number;
  ended_at: number | null;
}

/** The events of one source, oldest first; works whether or not the daemon runs. */
export function events(box: Sandbox, source?: string): LoggedEvent[] {
  return query<LoggedEvent>(
    box,
    `SELECT event_id, pane_id, runtime_id, source, event_type, message, event_time, at, ingested_at, bind_status
     FROM events WHERE source = coalesce(?, source) ORDER BY rowid`,
    source ?? null,
  );
}

/** The messages of one source's events in one pane, oldest first. */
export function messages(box: Sandbox, source: string, paneId?: string): string[] {
  return events(box, source)
    .filter((event) => paneId === undefined || event.pane_id === paneId)
    .map((event) => event.message);
}

/** The runtimes of a pane, oldest first. */
export function runtimesOf(box: Sandbox, paneId: string): LoggedRuntime[] {
  return query<LoggedRuntime>(
    box,
    `SELECT runtime_id, pane_id, pane_epoch, agent_type, pid, server_pid, ended_at
     FROM runtimes WHERE pane_id = ? ORDER BY pane_epoch`,
    paneId,
  );
}

/** Rows of any query; none before the daemon has created its database. */
export function query<Row>(box: Sandbox, sql: string, ...values: unknown[]): Row[] {
  const path = join(box.home, "agtmux.db");
  if (!existsSync(path)) return [];
  const db = new Database(path, { readOnly: true, timeout: 5_000 });
  try {
    return db.prepare<unknown[], Row>(sql).all(...values);
  } finally {
    db.close();
  }
}
