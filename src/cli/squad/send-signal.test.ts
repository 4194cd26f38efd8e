import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asFault } from "../../core/protocol/base/fault.ts";
import { SQUAD_TYPES, SquadSignal } from "../../core/protocol/squad/squad.ts";
import { SQUAD_EXAMPLES } from "../../core/signals/squad/examples.ts";
import { SSE_STATES } from "../../core/signals/squad/sse-state.ts";
import { parseSpoolEntry } from "../../core/spool/spool-entry.ts";
import { squadSignalCommand } from "../commands/squad-signal.ts";
import { squadStepCommand } from "../commands/squad-step.ts";
import type { Context } from "../common/context.ts";

const CHOSEN = ["SQUAD_SIGNAL_DIR", "SQUAD_SESSION_ID", "SQUAD_TASK_ID", "SCHMUX_SESSION_ID"];
const AGENTS_OWN = ["CLAUDE_SESSION_ID", "CLAUDE_CODE_SESSION_ID"];
const before = Object.fromEntries(AGENTS_OWN.map((name) => [name, process.env[name]]));

let dir: string;
let context: Context;
beforeEach(() => {
  for (const name of AGENTS_OWN) delete process.env[name];
  dir = mkdtempSync(join(tmpdir(), "agtmux-squad-"));
  process.env.SQUAD_SIGNAL_DIR = join(dir, "signals");
  const silent = { out: () => undefined, note: () => undefined };
  context = { home: join(dir, "home"), socketPath: join(dir, "home", "agtmuxd.sock"), ...silent } as unknown as Context;
});
afterEach(() => {
  for (const name of CHOSEN) delete process.env[name];
  for (const [name, value] of Object.entries(before)) if (value !== undefined) process.env[name] = value;
  rmSync(dir, { recursive: true });
});

const signals = () => (existsSync(join(dir, "signals")) ? readdirSync(join(dir, "signals")).sort() : []);
const read = (session: string) =>
  SquadSignal.parse(JSON.parse(readFileSync(join(dir, "signals", `squad-signal-${session}.json`), "utf8")));
const spool = () => {
  const folder = join(dir, "home", "spool", "new");
  return existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => parseSpoolEntry(readFileSync(join(folder, name))))
    : [];
};
const send = (type: string, payload: unknown) => squadSignalCommand([type, JSON.stringify(payload)], context);

describe("squad-signal", () => {
  it.each(SQUAD_TYPES)("[SQ7] the spool has the very signal of the files, for %s", (type) => {
    process.env.SQUAD_SESSION_ID = "s1";
    const session = type === "starting" ? SQUAD_EXAMPLES.starting.sessionId : "s1";
    send(type, SQUAD_EXAMPLES[type]);
    expect(read(session)).toMatchObject({
      type,
      session_id: session,
      tmux_session: null,
      sseState: SSE_STATES[type],
      data: SQUAD_EXAMPLES[type],
    });
    const [found] = spool();
    expect(found).toMatchObject({ ok: true, entry: { agent: "squad", event: type, pane: null, pid: process.ppid } });
    expect(found?.ok && JSON.parse(found.entry.payload)).toEqual(read(session));
    expect(signals()).toEqual([`squad-signal-${session}.json`, `squad-timeline-${session}.jsonl`]);
  });

  it("[SQ10] the payload's session counts before the environment's, and that before the registration's", () => {
    process.env.SCHMUX_SESSION_ID = "schmux-1";
    send("idle", {});
    process.env.CLAUDE_CODE_SESSION_ID = "claude-code";
    send("idle", {});
    process.env.CLAUDE_SESSION_ID = "claude";
    send("idle", {});
    process.env.SQUAD_SESSION_ID = "squad-1";
    send("idle", {});
    send("idle", { sessionId: "said" });
    for (const session of ["schmux-1", "claude-code", "claude", "squad-1", "said"])
      expect(read(session).session_id).toBe(session);
    expect(spool()).toHaveLength(5);
  });

  it("[SQ7, SQ20] a signal needs a sender with a valid session id", () => {
    expect(() => send("idle", {})).toThrow(expect.objectContaining({ code: "E_NOT_IN_TMUX" }));
    process.env.SCHMUX_SESSION_ID = "tmux-of-a-repository";
    expect(() => send("idle", {})).toThrow(expect.objectContaining({ code: "E_NOT_IN_TMUX" }));
    process.env.SQUAD_SESSION_ID = "../../etc/x";
    expect(() => send("idle", {})).toThrow(expect.objectContaining({ code: "E_INVALID_INPUT" }));
    expect(() => send("idle", { sessionId: "../x" })).toThrow(expect.objectContaining({ code: "E_USAGE" }));
    expect([signals(), spool()]).toEqual([[], []]);
  });

  it("[SQ20, SQ7] a signal whose files cannot be written still reaches the spool, and the command fails", () => {
    process.env.SQUAD_SESSION_ID = "s1";
    send("idle", {});
    rmSync(join(dir, "signals", "squad-signal-s1.json"));
    symlinkSync(join(dir, "victim"), join(dir, "signals", "squad-signal-s1.json"));
    expect(() => send("idle", {})).toThrow(expect.objectContaining({ code: "E_SIGNAL_FILE" }));
    expect(spool()).toHaveLength(2);
    expect(existsSync(join(dir, "victim"))).toBe(false);
  });

  it("[SQ7] the lock of a dead process does not block others", () => {
    process.env.SQUAD_SESSION_ID = "s1";
    send("idle", {});
    symlinkSync("999999999", join(dir, "home", "squad", "lock"));
    send("idle", { readyForWork: true });
    expect(read("s1").data).toEqual({ readyForWork: true });
    expect(readdirSync(join(dir, "home", "squad"))).toEqual(["session-s1.json"]);
  });

  it("[SQ7] without a usable home the files are still written, and the command fails", () => {
    process.env.SQUAD_SESSION_ID = "s1";
    writeFileSync(join(dir, "home"), "");
    expect(() => send("idle", {})).toThrow(expect.objectContaining({ code: "E_HOME_UNUSABLE" }));
    expect(signals()).toEqual(["squad-signal-s1.json", "squad-timeline-s1.jsonl"]);
  });

  it("[SQ3, SQ7] any words write a whole signal or nothing at all", { timeout: 120_000 }, () => {
    process.env.SQUAD_SESSION_ID = "s1";
    const types = fc.constantFrom(...SQUAD_TYPES);
    const example = types.chain((type) =>
      fc
        .tuple(fc.constantFrom(...Object.keys(SQUAD_EXAMPLES[type]), "more"), fc.jsonValue())
        .map(([field, value]) => [type, JSON.stringify({ ...SQUAD_EXAMPLES[type], [field]: value })]),
    );
    // a field of that name is dropped: it would change the prototype of what is parsed
    const isPlain = ([, text = ""]: string[]) => !text.includes("__proto__");
    const words = fc.oneof(example, fc.tuple(types, fc.json()), fc.tuple(types, fc.string())).filter(isPlain);
    let sent = 0;
    fc.assert(
      fc.property(words, ([type = "", text = ""]) => {
        const had = signals();
        try {
          squadSignalCommand(["--", type, text === "-" ? "" : text], context);
        } catch (error) {
          expect(asFault(error).code).toBe("E_USAGE");
          expect(signals()).toEqual(had);
          return;
        }
        sent += 1;
        const payload = JSON.parse(text);
        expect(read(payload.sessionId ?? "s1")).toMatchObject({ type });
        expect(JSON.stringify(read(payload.sessionId ?? "s1").data)).toBe(JSON.stringify(payload));
      }),
      { numRuns: 2_000 },
    );
    expect(sent).toBeGreaterThan(100);
    expect(spool()).toHaveLength(sent);
    expect(signals().filter((name) => name.startsWith("."))).toEqual([]);
  });
});

describe("squad-step", () => {
  it.each([
    ["verifying", 0],
    ["committing", 25],
    ["closing", 50],
    ["releasing", 75],
    ["complete", 100],
  ])("[SQ6] %s is completing with progress %i", (step, progress) => {
    process.env.SQUAD_SESSION_ID = "s1";
    squadStepCommand([step, "--task", "t1"], context);
    expect(read("s1")).toMatchObject({ type: "completing", data: { taskId: "t1", currentStep: step, progress } });
  });

  it("[SQ6] the task is the one that is said, else the environment's, else the session's last", () => {
    process.env.SQUAD_SESSION_ID = "s1";
    const step = (...words: string[]) => {
      squadStepCommand(["closing", ...words], context);
      return read("s1").data.taskId;
    };
    expect(() => step()).toThrow(
      expect.objectContaining({ code: "E_USAGE", message: expect.stringContaining("--task") }),
    );
    send("working", SQUAD_EXAMPLES.working);
    send("compacting", SQUAD_EXAMPLES.compacting);
    expect(step()).toBe("squad-abc");
    expect(step("--task", "t2")).toBe("t2");
    process.env.SQUAD_TASK_ID = "t3";
    expect(step()).toBe("t3");
    expect(() => squadStepCommand(["dancing"], context)).toThrow(expect.objectContaining({ code: "E_USAGE" }));
  });
});
