import { statSync } from "node:fs";
import { join } from "node:path";
import type { StartFacts } from "../../core/doctor/judge-start.ts";
import type { DaemonStatus } from "../../core/protocol/daemon/daemon.ts";
import { checkStart } from "../common/check-start.ts";
import type { Context } from "../common/context.ts";

export async function lookAtStart(context: Context, daemon: DaemonStatus | null): Promise<StartFacts> {
  const path = join(context.home, "config.toml");
  const flags = context.tmuxSocket ? ["--tmux-socket", context.tmuxSocket] : [];
  return {
    fault: await checkStart(flags),
    config: { path, writtenAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null },
    runningSince: daemon?.started_at ?? null,
  };
}
