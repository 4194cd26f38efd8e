import { existsSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../core/protocol/base/fault.ts";
import type { TargetItem } from "../../core/protocol/daemon/targets.ts";
import type { Context } from "../common/context.ts";

export type KnownTarget = Pick<TargetItem, "name" | "kind" | "ssh_target" | "tmux_socket">;

interface TargetRow {
  target_name: string;
  kind: TargetItem["kind"];
  connection_ref: string;
  tmux_socket: string;
}

/** The targets that the daemon knows, else those in its database: it may have stopped, as after an earlier run. */
export async function knownTargets({
  client,
  home,
  note,
}: Pick<Context, "client" | "home" | "note">): Promise<KnownTarget[]> {
  const list = await client.targets().catch(() => null);
  return list?.items ?? recordedTargets(join(home, "agtmux.db"), note);
}

function recordedTargets(path: string, note: (text: string) => void): KnownTarget[] {
  if (!existsSync(path)) return [];
  try {
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const rows = database.prepare("SELECT target_name, kind, connection_ref, tmux_socket FROM targets").all();
      return (rows as unknown as TargetRow[]).map(({ target_name, kind, connection_ref, tmux_socket }) => ({
        ...{ name: target_name, kind },
        ssh_target: kind === "ssh" ? connection_ref : null,
        tmux_socket: tmux_socket === "" ? null : tmux_socket,
      }));
    } finally {
      database.close();
    }
  } catch (error) {
    note(`agtmux: which machines were added cannot be read from ${path}: ${messageOf(error)}`);
    return [];
  }
}
