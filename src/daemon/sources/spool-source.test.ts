import { describe, expect, it } from "vitest";
import { adapterOf } from "../../core/agents/registry.ts";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { Registration } from "../../core/spool/registration.ts";
import { formatSpoolEntry, type SpoolEntry } from "../../core/spool/spool-entry.ts";
import type { Offered } from "../../core/spool/spool-signal.ts";
import { silentLog } from "../base/test-log.ts";
import type { Intake } from "../pipeline/intake.ts";
import type { SpoolFile } from "../targets/machine/machine.ts";
import { type Recipient, SpoolSource } from "./spool.ts";

const NONE = { pane: "%1", tmux: null, pid: null, start: null, session: null, payload: "" };
const REGISTRATION = JSON.stringify({
  session_id: "s1",
  workspace_id: "w1",
  workspace: "/w",
  status_file: "/w/.schmux/signal/s1",
  pane_id: "%1",
  tmux_server_pid: 60,
});

describe("SpoolSource", () => {
  it("[SR19, TG1] gives each entry to the target of the tmux server it was written on, else to the first one", () => {
    const { source, host, other } = twoTargets();
    const taken = source.take([
      entry("1", { agent: "schmux", event: "working", tmux: "/tmp/a,50,0" }),
      entry("2", { agent: "schmux", event: "error", tmux: "/tmp/b,c,60,$1" }),
      entry("3", { agent: "schmux", event: "completed", tmux: "/tmp/x,70,0" }),
      entry("4", { agent: "claude", event: "Stop", tmux: null }),
      entry("5", { agent: "agtmux", event: "register", tmux: "/tmp/b,60,0", payload: REGISTRATION }),
    ]);
    expect(taken).toEqual({ accepted: ["1", "2", "3", "4", "5"], rejected: [] });
    expect(host.types()).toEqual(["schmux.working", "schmux.completed", "claude.Stop"]);
    expect(other.types()).toEqual(["schmux.error"]);
    expect(other.offered.flat().map(({ target }) => target)).toEqual(["other"]);
    expect(other.registered.map(({ session_id }) => session_id)).toEqual(["s1"]);
    expect(host.registered).toEqual([]);
  });

  it("[SR19, TG20] dates entries by their machine's clock, with its offset", () => {
    const { source, host } = twoTargets();
    source.take([entry("1", { agent: "schmux", event: "working" }, 5_000)]);
    expect(host.offered.flat()).toMatchObject([{ event_time: 5_000, clock_offset: -3_600_000, dedupe_key: "1@5000" }]);
  });

  it("[SR19] entries of one tick of the kernel's clock keep the order of their names, across batches", () => {
    const { source, host } = twoTargets();
    const at = (name: string) => entry(name, { agent: "schmux", event: "working", payload: name }, 7);
    source.take([at("10.1.0"), at("9.1.1"), at("9.1.0")]);
    source.take([at("10.1.1")]);
    const told = host.offered.flat();
    expect(told.map(({ message }) => message)).toEqual(["9.1.0", "9.1.1", "10.1.0", "10.1.1"]);
    const times = told.map(({ event_time }) => event_time);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(Math.max(...times)).toBeLessThan(7.01);
  });

  it("[SR4] an unreadable entry is rejected with its reason, and the rest is processed", () => {
    const { source, host } = twoTargets();
    const taken = source.take([
      { ...entry("1", { agent: "schmux", event: "working" }), content: { ok: false, fault: "not a plain file" } },
      entry("2", { agent: "schmux", event: "sleeping" }),
      entry("3", { agent: "agtmux", event: "register", payload: "{" }),
      entry("4", { agent: "schmux", event: "working" }),
    ]);
    expect(taken?.accepted).toEqual(["4"]);
    expect(taken?.rejected.map(({ name }) => name)).toEqual(["1", "2", "3"]);
    expect(taken?.rejected[0]?.fault).toBe("not a plain file");
    expect(host.types()).toEqual(["schmux.working"]);
  });

  it("[SR4, SC27] an entry at which reading fails is rejected too, and one that is nested deep stops nothing", () => {
    const { source, host } = twoTargets((agent) => {
      if (agent === "broken") throw new RangeError("Maximum call stack size exceeded");
      return adapterOf(agent);
    });
    const deep = `{"session_id":"s","tool_name":"Bash","tool_input":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`;
    const taken = source.take([
      entry("1", { agent: "broken", event: "Stop" }),
      entry("2", { agent: "claude", event: "PreToolUse", payload: deep }),
      entry("3", { agent: "schmux", event: "working" }),
    ]);
    expect(taken?.rejected).toEqual([{ name: "1", fault: "it cannot be read: Maximum call stack size exceeded" }]);
    expect(taken?.accepted).toEqual(["2", "3"]);
    expect(host.types()).toContain("schmux.working");
  });

  it("[DC1] the entry of a hook that waits for an answer is not an event", () => {
    const { source, host } = twoTargets();
    const taken = source.take([
      entry("1", { agent: "claude", event: "PermissionRequest", answer: "77", payload: "{}" }),
    ]);
    expect(taken?.accepted).toEqual(["1"]);
    expect([host.types(), host.waiting]).toMatchObject([[], [{ agent: "claude", answer: "77" }]]);
  });

  it("[FT2] if one target cannot store, no entry counts as taken, and all come again", () => {
    const { source, host, other } = twoTargets();
    const files = [
      entry("1", { agent: "schmux", event: "working", tmux: "/tmp/a,50,0" }),
      entry("2", { agent: "schmux", event: "error", tmux: "/tmp/b,60,0" }),
      entry("3", { agent: "agtmux", event: "register", tmux: "/tmp/b,60,0", payload: REGISTRATION }),
    ];
    other.full = true;
    expect(source.take(files)).toBeNull();
    other.full = false;
    expect(source.take(files)?.accepted).toEqual(["1", "2", "3"]);
    const keys = host.offered.flat().map(({ dedupe_key }) => dedupe_key);
    expect(keys.every((key) => key === "1@1")).toBe(true);
  });
});

function twoTargets(lookUp: typeof adapterOf = adapterOf) {
  const host = recipient("host");
  const other = recipient("other");
  const source = new SpoolSource({
    recipients: (serverPid) => [serverPid === 60 ? other : host],
    clockOffset: () => -3_600_000,
    adapterOf: lookUp,
    provisionalMs: 30_000,
    log: silentLog(),
  });
  return { source, host, other };
}

interface TestRecipient extends Recipient {
  full: boolean;
  offered: SignalFacts[][];
  registered: Registration[];
  waiting: Offered[];
  types(): string[];
}

function recipient(name: string): TestRecipient {
  const made: TestRecipient = {
    name,
    full: false,
    offered: [],
    registered: [],
    waiting: [],
    intake: {
      ingest(facts: readonly SignalFacts[]) {
        if (!made.full) made.offered.push([...facts]);
        return !made.full;
      },
    } as Intake,
    remember(registration) {
      if (!made.full) made.registered.push(registration);
      return !made.full;
    },
    offers: { add: (offered) => void made.waiting.push(offered) },
    types: () => made.offered.flat().map(({ event_type }) => event_type),
  };
  return made;
}

function entry(name: string, fields: Pick<SpoolEntry, "agent" | "event"> & Partial<SpoolEntry>, time = 1): SpoolFile {
  const bytes = Buffer.from(formatSpoolEntry({ ...NONE, ...fields }));
  return { name, time, key: `${name}@${time}`, content: { ok: true, bytes } };
}
