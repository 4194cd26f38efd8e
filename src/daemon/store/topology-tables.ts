import { requirePlainNames } from "../../core/ssh/connection-ref.ts";
import type { Database } from "./database.ts";
import type { PaneRow, RuntimeRow, Store, TargetRow } from "./store.ts";
import { targetExists } from "./target-exists.ts";
import { insertSql, upsertSql } from "./upsert-sql.ts";

type TopologyTables = Pick<
  Store,
  | "upsertTarget"
  | "targets"
  | "upsertPane"
  | "removePane"
  | "panes"
  | "insertRuntime"
  | "endRuntime"
  | "runtimes"
  | "runtime"
  | "lastPaneEpoch"
> & { deleteTarget(targetId: string): void };

export function topologyTables(db: Database): TopologyTables {
  const upsertTarget = db.prepare(upsertSql("targets", ["target_id"], TARGET_COLUMNS));
  const holder = db.prepareColumn<[string], string>("SELECT target_id FROM targets WHERE target_name = ?");
  const deleteTarget = db.prepare("DELETE FROM targets WHERE target_id = ?");
  const targets = db.prepare<[], StoredTarget>("SELECT * FROM targets ORDER BY target_id");

  const upsertPane = db.prepare(upsertSql("panes", ["target_id", "pane_id"], PANE_COLUMNS));
  const removePane = db.prepare("DELETE FROM panes WHERE target_id = ? AND pane_id = ?");
  const panes = db.prepare<[], PaneRow>("SELECT * FROM panes ORDER BY target_id, pane_id");

  const insertRuntime = db.prepare(insertSql("runtimes", RUNTIME_COLUMNS));
  const endRuntime = db.prepare("UPDATE runtimes SET ended_at = ? WHERE runtime_id = ? AND ended_at IS NULL");
  const runtimes = db.prepare<[number], RuntimeRow>(
    "SELECT * FROM runtimes WHERE ended_at IS NULL OR ended_at > ? ORDER BY started_at, runtime_id",
  );
  const runtime = db.prepare<[string], RuntimeRow>("SELECT * FROM runtimes WHERE runtime_id = ?");
  const lastEpoch = db.prepareColumn<[string, string], number>(
    "SELECT coalesce(max(pane_epoch), 0) FROM runtimes WHERE target_id = ? AND pane_id = ?",
  );

  return {
    upsertTarget(target) {
      requirePlainNames(target);
      if ((holder.get(target.target_name) ?? target.target_id) !== target.target_id) throw targetExists(target);
      upsertTarget.run({ ...target, is_default: target.is_default ? 1 : 0 });
    },
    targets: () => targets.all().map((row) => ({ ...row, is_default: row.is_default === 1 })),
    deleteTarget: (targetId) => void deleteTarget.run(targetId),

    upsertPane: (pane) => void upsertPane.run(pane),
    removePane: (target, paneId) => void removePane.run(target, paneId),
    panes: () => panes.all(),

    insertRuntime: (row) => void insertRuntime.run(row),
    endRuntime: (runtimeId, endedAt) => void endRuntime.run(endedAt, runtimeId),
    runtimes: (since) => runtimes.all(since),
    runtime: (runtimeId) => runtime.get(runtimeId) ?? null,
    lastPaneEpoch: (target, paneId) => lastEpoch.get(target, paneId) ?? 0,
  };
}

type StoredTarget = Omit<TargetRow, "is_default"> & { is_default: 0 | 1 };

const TARGET_COLUMNS = [
  "target_id",
  "target_name",
  "kind",
  "connection_ref",
  "tmux_socket",
  "is_default",
  "last_seen_at",
  "health",
  "updated_at",
] as const satisfies (keyof TargetRow)[];

const PANE_COLUMNS = [
  "target_id",
  "pane_id",
  "session_id",
  "session_name",
  "window_id",
  "window_index",
  "window_name",
  "pane_index",
  "pane_pid",
  "title",
  "command",
  "cwd",
  "updated_at",
] as const satisfies (keyof PaneRow)[];

const RUNTIME_COLUMNS = [
  "runtime_id",
  "target_id",
  "pane_id",
  "pane_epoch",
  "agent_type",
  "boot_id",
  "server_pid",
  "server_start",
  "pid",
  "pid_start",
  "session_id",
  "started_at",
  "ended_at",
] as const satisfies (keyof RuntimeRow)[];
