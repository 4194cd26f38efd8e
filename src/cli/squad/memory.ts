import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { SquadSessionId } from "../../core/protocol/squad/squad.ts";
import { makePrivateDirectory } from "../common/private-directory.ts";

/** The last sender of a signal in a pane or a session. */
export const Remembered = z.object({ session_id: SquadSessionId.nullable(), task_id: z.string().min(1).nullable() });
export type Remembered = z.infer<typeof Remembered>;

const KEPT_MS = 30 * 24 * 3600 * 1000;

export function recall(home: string, key: string): Remembered | null {
  try {
    return Remembered.parse(JSON.parse(readFileSync(pathOf(home, key), "utf8")));
  } catch {
    return null;
  }
}

export function remember(home: string, key: string, what: Remembered): void {
  const path = pathOf(home, key);
  makePrivateDirectory(join(home, "squad"));
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(what), { mode: 0o600 });
  renameSync(`${path}.${process.pid}`, path);
}

/** Removes panes and sessions without a signal for 30 days. */
export function forgetOld(home: string): void {
  for (const name of readdirSync(join(home, "squad"))) {
    const path = join(home, "squad", name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() && Date.now() - found.mtimeMs > KEPT_MS) rmSync(path, { force: true });
  }
}

function pathOf(home: string, key: string): string {
  return join(home, "squad", `${key}.json`);
}
