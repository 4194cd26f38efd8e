import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { asFault } from "../../core/protocol/base/fault.ts";
import { LocalMachine } from "../machine/local-machine.ts";
import { integrateAgent } from "./integrate-agent.ts";

/** An agent that writes its settings while we edit them. */
function busyAgent(folder: string, writes: readonly string[]) {
  const left = [...writes];
  const found = { state: "absent" as const, missing: [], stale: [], disabled: null, awaiting: [], unread: null };
  const settings = {
    inspect: () => found,
    add: (text: string | null) => {
      const next = left.shift();
      if (next !== undefined) writeFileSync(join(folder, "settings"), next);
      return { ok: true as const, text: `${text}, ours` };
    },
    remove: (text: string | null) => ({ ok: true as const, text }),
  };
  const integration = {
    command: "a",
    folder: () => folder,
    file: "settings",
    variables: [],
    projectFile: null,
    settings,
    next: "go on",
  };
  return { name: "a", label: "A", integration, foundBy: "command" as const };
}

function setUp() {
  const folder = mkdtempSync(join(tmpdir(), "agtmux-agent-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "settings"), "first");
  const wish = {
    machine: new LocalMachine(join(folder, "home"), { home: folder, env: {} }),
    projectRoot: null,
    remove: false,
    usage: false,
    dryRun: false,
    now: new Date(0),
  };
  return { folder, wish, read: () => readFileSync(join(folder, "settings"), "utf8") };
}

describe("an agent that changes its settings at the same time", () => {
  it("[IN8] is waited for, and our part is merged into what it has written", async () => {
    const { folder, wish, read } = setUp();
    expect(await integrateAgent(busyAgent(folder, ["second"]), wish)).toMatchObject({
      action: "integrated",
      notes: ["go on"],
    });
    expect(read()).toBe("second, ours");
  });

  it("[IN8] that does not stop keeps its text, and we say so", async () => {
    const { folder, wish, read } = setUp();
    try {
      await integrateAgent(busyAgent(folder, ["2", "3", "4", "5"]), wish);
      expect.unreachable();
    } catch (error) {
      expect(asFault(error).code).toBe("E_SETTINGS_CHANGED");
    }
    expect(read()).toBe("4");
  });
});
