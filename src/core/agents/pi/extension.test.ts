import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseSpoolEntry } from "../../spool/spool-entry.ts";
import { EXTENSION } from "./extension.ts";

type Handler = (event: object, ctx: object) => unknown;

const SESSION = { session_id: "s1", transcript: "/home/dev/s1.jsonl", cwd: "/home/dev/demo" };
const CTX = {
  sessionManager: { getSessionId: () => "s1", getSessionFile: () => "/home/dev/s1.jsonl" },
  cwd: "/home/dev/demo",
  model: { id: "scripted", contextWindow: 1000 },
  isIdle: () => false,
};

describe("pi's extension", () => {
  let folder: string;
  let home: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "agtmux-pi-"));
    home = join(folder, "agtmux");
    vi.stubEnv("AGTMUX_HOME", home);
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Loads it as pi does, and tells it these events. */
  async function told(...events: [name: string, event: object][]): Promise<void> {
    const file = join(folder, "agtmux.mjs");
    writeFileSync(file, EXTENSION);
    const handlers = new Map<string, Handler>();
    const { default: start } = await import(file);
    start({ on: (name: string, handler: Handler) => handlers.set(name, handler) });
    for (const [name, event] of events) expect(handlers.get(name)?.(event, CTX)).toBeUndefined();
  }

  function dropped(): [string, unknown][] {
    const spool = join(home, "spool", "new");
    const numberOf = (name: string) => Number(name.split(".").at(-1));
    return readdirSync(spool)
      .sort((a, b) => numberOf(a) - numberOf(b))
      .map((name) => {
        const parsed = parseSpoolEntry(readFileSync(join(spool, name)));
        if (!parsed.ok) throw new Error(parsed.fault);
        expect(parsed.entry.agent).toBe("pi");
        return [parsed.entry.event, JSON.parse(parsed.entry.payload)];
      });
  }

  it("[AD6] an event is a file in the spool, and the end of a turn tells its last words and whether it failed", async () => {
    mkdirSync(home);
    const message = { role: "assistant", content: [{ type: "text", text: "Done." }], stopReason: "stop", timestamp: 7 };
    await told(
      ["before_agent_start", { prompt: "Go on" }],
      ["message_end", { message: { role: "user", content: "Go on" } }],
      ["message_end", { message }],
      ["agent_settled", { aborted: false }],
      ["message_end", { message: { ...message, content: [], stopReason: "error", errorMessage: "400" } }],
      ["agent_settled", { aborted: false }],
    );
    expect(dropped()).toEqual([
      ["before_agent_start", { ...SESSION, prompt: "Go on" }],
      ["message_end", { ...SESSION, text: "Done.", id: "m7", size: 1000 }],
      ["agent_settled", { ...SESSION, aborted: false, waited: 0, last_message: "Done." }],
      ["message_end", { ...SESSION, text: "", id: "m7", size: 1000 }],
      ["agent_settled", { ...SESSION, aborted: false, waited: 0, failure: "400" }],
    ]);
  });

  it("[UG1] a compaction tells its tokens, where pi knows them", async () => {
    mkdirSync(home);
    const usage = { input: 7, output: 3 };
    await told(
      ["session_compact", { reason: "manual", compactionEntry: { id: "c1", usage } }],
      ["session_compact", { reason: "threshold", compactionEntry: { id: "c2" } }],
    );
    expect(dropped()).toEqual([
      ["session_compact", { ...SESSION, reason: "manual", id: "c1", model: "scripted", usage }],
      ["session_compact", { ...SESSION, reason: "threshold", id: "c2", model: "scripted" }],
    ]);
  });

  it("[IN30] when agtmux is gone it makes no file", async () => {
    await told(["agent_start", {}], ["agent_settled", { aborted: false }]);
    expect(readdirSync(folder)).toEqual(["agtmux.mjs"]);
  });
});
