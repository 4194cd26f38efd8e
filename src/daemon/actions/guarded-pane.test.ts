import { describe, expect, it } from "vitest";
import { type ProcessRow, processTree } from "../../core/adapter/process-tree.ts";
import { adapterOf } from "../../core/agents/registry.ts";
import { messageOf } from "../../core/protocol/base/fault.ts";
import { aRuntime } from "../store/test-rows.ts";
import type { ActionTarget } from "./action-target.ts";
import { GuardedPane } from "./guarded-pane.ts";

const SHELL: ProcessRow = [100, 1, "bash", ["bash"]];
const RUNTIME = aRuntime({ agent_type: "codex", pid: 110, pid_start: "110" });
const KEYS = { areKeys: true };

/** A pane whose agent has these processes, and whose guard refuses all keys. */
function targetWith(command: string, rows: readonly ProcessRow[]): ActionTarget & { rows: readonly ProcessRow[] } {
  const facts = (word: string) => [word, "%1", 100, 0, 0, 0, 0, command].join("\t");
  const target = {
    name: "host",
    rows,
    clockOffset: () => 0,
    adapterOf,
    processes: async () => processTree(target.rows),
    control: () => ({
      runList: async (words: string) => {
        const asked = /^display-message -p -t %1 '([^\t]+)/.exec(words)?.[1];
        const refused = /([\w-]+)-process/.exec(words)?.[1];
        return [{ ok: true, lines: [asked === undefined ? `${refused}-process` : facts(asked)] }];
      },
    }),
  };
  return target as unknown as ActionTarget & { rows: readonly ProcessRow[] };
}

describe("keys for an agent that is stopped", () => {
  const shim: ProcessRow = [110, 100, "node", ["node", "/usr/bin/codex"]];
  const stopped: ProcessRow = [120, 110, "codex", ["codex"], "stopped"];
  const clock = { now: () => Date.now() };

  it("[EN40, GD8] are refused, with who is stopped and how it goes on, also where its launcher is awake", async () => {
    const guardedPane = await GuardedPane.take(targetWith("codex", [SHELL, shim, stopped]), "%1", RUNTIME, clock);
    const refusal = await guardedPane.do("send-keys x", KEYS).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "E_SUSPENDED" });
    expect(messageOf(refusal)).toContain("its process (pid 120) is stopped and reads no keys; kill -CONT 120");
  });

  it("[EN40, GD8] are refused if its shell has the pane, with how the agent comes back", async () => {
    const guardedPane = await GuardedPane.take(targetWith("bash", [SHELL, shim, stopped]), "%1", RUNTIME, clock);
    const refusal = await guardedPane.do("send-keys x", KEYS).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "E_AT_SHELL" });
    expect(messageOf(refusal)).toMatch(/codex is suspended .* a shell \(bash\) does; fg there brings it back/);
  });

  it("[EN40, GD8] an agent stopped a moment ago is still the same one", async () => {
    const target = targetWith("codex", [SHELL, [110, 100, "codex", ["codex"]]]);
    const guardedPane = await GuardedPane.take(target, "%1", RUNTIME, clock);
    target.rows = [SHELL, [110, 100, "codex", ["codex"], "stopped"]];
    await expect(guardedPane.do("send-keys x", KEYS)).rejects.toMatchObject({ code: "E_SUSPENDED" });
  });
});
