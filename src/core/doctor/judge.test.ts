import { describe, expect, it } from "vitest";
import type { Inspection } from "../adapter/settings.ts";
import type { AdapterItem } from "../protocol/daemon/adapters.ts";
import { type AgentFacts, judgeAgent } from "./judge-agent.ts";
import { type HomeFacts, judgeHome } from "./judge-home.ts";

const CURRENT: Inspection = { state: "current", missing: [], stale: [], disabled: null, awaiting: [], unread: null };
const ADAPTER: AdapterItem = {
  name: "claude",
  label: "Claude Code",
  contract: "1.0",
  compatible: true,
  enabled: true,
  capabilities: {
    event_driven: true,
    polling_required: false,
    supports_waiting_approval: true,
    supports_waiting_input: true,
    supports_completed: true,
  },
  health: { running: 1, last_event: { at: 1_000, source: "hook" }, unknown_screens: [] },
};
const CLAUDE: AgentFacts = {
  name: "claude",
  label: "Claude Code",
  target: null,
  version: "2.1.325",
  isBeyond: false,
  tried: null,
  settings: { path: "/h/.claude/settings.json", found: CURRENT },
  adapter: ADAPTER,
  silentPanes: [],
  hasChannel: false,
  channelLimits: null,
  answered: null,
  usage: null,
};
const HOME: HomeFacts = {
  home: "/h/.agtmux",
  mode: { bits: 0o700, isOurs: true },
  command: "current",
  tmux: { version: "tmux 3.4", fault: null },
  daemon: {
    running: true,
    pid: 7,
    version: "1.0.0",
    build: "b",
    home: "/h/.agtmux",
    socket: "s",
    port: null,
    dashboard: null,
    plain_dashboard: null,
    origin: null,
    tmux_socket: null,
    started_at: 0,
    supervised: false,
    vitals: null,
    problems: [],
  },
  version: "1.0.0",
};

const agent = (change: Partial<AgentFacts> = {}) => judgeAgent({ ...CLAUDE, ...change }, 121_000);
const found = (inspection: AgentFacts["settings"]["found"]) =>
  agent({ settings: { path: "/s", found: inspection } })[0];
const home = (change: Partial<HomeFacts>) => judgeHome({ ...HOME, ...change }).filter(({ status }) => status !== "ok");

describe("doctor on an agent", () => {
  it("[UG23] says whether its status line tells what it uses", () => {
    const usage = (change: Partial<NonNullable<AgentFacts["usage"]>>, target: string | null = null) =>
      agent({ target, usage: { state: "current", toldAt: 61_000, silentPanes: [], ...change } })[1];
    const name = "Claude Code: usage";
    expect(usage({})).toEqual({ name, status: "ok", found: "by its status line (last told 1m ago)", advice: null });
    expect(usage({ toldAt: null })).toMatchObject({ status: "ok", found: "by its status line (nothing told yet)" });
    expect(usage({ state: "absent" }, "vm")).toMatchObject({
      status: "ok",
      found: "tokens only; its status line can tell cost, size of the context and limits",
      advice: "run agtmux integrate claude --usage --target vm",
    });
    expect(usage({ state: "outdated" })).toMatchObject({
      status: "warning",
      advice: "run agtmux integrate claude --usage",
    });
    expect(usage({ state: "malformed" })).toMatchObject({ status: "warning", found: "its status line cannot be read" });
    expect(usage({ silentPanes: ["a:1.0"] })).toMatchObject({
      status: "warning",
      found: "its status line tells nothing in a:1.0",
    });
    // without hooks that comes first
    const settings = { path: "/s", found: { ...CURRENT, state: "absent" as const } };
    expect(agent({ settings, usage: { state: "absent", toldAt: null, silentPanes: [] } })).toHaveLength(1);
  });

  it("[IN5] says version, integration and what was last heard", () => {
    expect(agent()).toEqual([
      {
        name: "Claude Code",
        status: "ok",
        found: "integrated (2.1.325, last heard 2m ago by hook)",
        advice: null,
      },
    ]);
    expect(agent({ version: null, adapter: null })[0]?.found).toBe("integrated (version unknown)");
  });

  it("[IN5] names what is wrong with the integration, and what mends it", () => {
    expect(found({ ...CURRENT, state: "absent" })).toMatchObject({
      status: "warning",
      advice: "run agtmux integrate claude",
    });
    expect(found({ ...CURRENT, state: "outdated", missing: ["Stop"], stale: ["/old"] })).toMatchObject({
      found: expect.stringContaining("outdated: Stop, /old"),
      advice: "run agtmux integrate claude",
    });
    expect(found({ state: "malformed", fault: { line: 3, column: 9, expected: "a comma" } })).toMatchObject({
      status: "failed",
      advice: expect.stringContaining("/s, line 3, column 9: expected a comma"),
    });
    expect(found({ state: "unreadable", words: "cannot be read" })).toMatchObject({ status: "failed" });
    const disabled = { words: '"disableAllHooks" is true', file: "settings" } as const;
    expect(found({ ...CURRENT, disabled })).toMatchObject({
      status: "failed",
      found: expect.stringContaining("runs no hooks"),
    });
    expect(found({ ...CURRENT, awaiting: ["Stop"] })).toMatchObject({
      status: "warning",
      found: expect.stringContaining("await your review: Stop"),
    });
    const unread = { line: 1, column: 2, expected: "no comment" };
    expect(found({ ...CURRENT, unread })).toMatchObject({ status: "failed" });
  });

  it("[DC8] says how an agent with its own channel for answers was answered last", () => {
    const check = (answered: AgentFacts["answered"]) => agent({ hasChannel: true, answered })[1];
    expect(check(null)).toMatchObject({ name: "Claude Code: answers", status: "ok", advice: null });
    const native = { at: 1_000, channel: "native" } as const;
    expect(check(native)?.found).toBe("by its own channel (last answered 2m ago, without pressing keys)");
    expect(check({ ...native, channel: "keys" })).toMatchObject({ advice: expect.stringContaining("start it again") });
    expect(agent({ hasChannel: true, channelLimits: "by keys elsewhere" })[1]?.found).toBe(
      "by its own channel (not answered through agtmux today); by keys elsewhere",
    );
    expect(agent({ hasChannel: true, settings: { path: "/s", found: { ...CURRENT, state: "absent" } } })).toHaveLength(
      1,
    );
  });

  it("[IN5] an agent that works and tells nothing is silent, unless it was never integrated", () => {
    const silentPanes = ["pane:host/a/@0/%0"];
    expect(agent({ silentPanes })[1]).toMatchObject({ name: "Claude Code: hooks", status: "warning" });
    const absent: Inspection = { ...CURRENT, state: "absent" };
    expect(agent({ silentPanes, settings: { path: "/s", found: absent } })).toHaveLength(1);
  });

  it("[AD18] a version newer than what is known is told, with the screens that were not recognised", () => {
    const screens = [{ version: "2.9.0", count: 4 }];
    const adapter = { ...ADAPTER, health: { ...ADAPTER.health, unknown_screens: screens } };
    expect(agent({ version: "2.9.0", isBeyond: true, adapter })[1]).toMatchObject({
      status: "warning",
      found: "this version of Claude Code (2.9.0) is newer than what I know, and 4 of its screens were not recognised",
    });
    expect(agent({ version: "2.9.0", isBeyond: true })[1]).toMatchObject({ status: "ok" });
    expect(agent({ adapter })).toHaveLength(1);
  });

  it("[IN12] a version newer than what was tried is told, with how right the newest one was that was", () => {
    const tried = { agent: "claude", version: "2.1.325", ranOn: "2026-11-17", right: 65, unknown: 1, wrong: 0 };
    expect(agent({ version: "2.9.0", isBeyond: true, tried })[1]).toEqual({
      name: "Claude Code: version",
      status: "ok",
      found:
        "this version of Claude Code (2.9.0) is newer than what I know; 2.1.325 was tried on 2026-11-17: 65 of 66 situations read right, 1 unknown",
      advice: null,
    });
    expect(agent({ tried })).toHaveLength(1);
  });

  it("[IN5] a disabled adapter is told", () => {
    expect(agent({ adapter: { ...ADAPTER, enabled: false } })[1]?.advice).toBe("run agtmux adapters enable claude");
  });
});

describe("doctor on this machine", () => {
  it("[IN5] has nothing to say where all is well", () => {
    expect(home({})).toEqual([]);
  });

  it("[IN5] names a daemon that is down or another version, a tmux that is missing or too old", () => {
    expect(home({ daemon: null })).toMatchObject([{ name: "daemon", status: "failed" }]);
    expect(home({ version: "1.1.0" })).toMatchObject([{ name: "daemon", status: "warning" }]);
    expect(home({ tmux: null })).toMatchObject([{ name: "tmux", status: "failed" }]);
    expect(home({ tmux: { version: "tmux 3.0", fault: "tmux 3.0 is too old" } })).toMatchObject([{ name: "tmux" }]);
  });

  it("[IN5] names wrong permissions and a hook command that is missing, cannot be run, or is old", () => {
    expect(home({ mode: { bits: 0o755, isOurs: true } })).toMatchObject([{ advice: "run chmod 700 /h/.agtmux" }]);
    expect(home({ mode: { bits: 0o700, isOurs: false } })).toMatchObject([{ status: "failed" }]);
    expect(home({ mode: null })).toMatchObject([{ status: "warning" }]);
    expect(home({ command: "missing" })).toMatchObject([{ name: "hook command", status: "failed" }]);
    expect(home({ command: "not_executable" })).toMatchObject([{ advice: "run chmod 700 /h/.agtmux/bin/agtmux" }]);
    expect(home({ command: "outdated" })).toMatchObject([{ status: "warning" }]);
  });

  it("[IN5, SR18] passes on what the daemon itself complains about", () => {
    const problems = [
      { code: "E_DISK_FULL", message: "the disk is full", since: 1 },
      { code: "SIGNAL_NEAR_MISS", message: "host: a line looks like a signal and is none", since: 2 },
    ];
    const daemon = HOME.daemon === null ? null : { ...HOME.daemon, problems };
    expect(home({ daemon })).toMatchObject([
      { name: "E_DISK_FULL", found: "the disk is full" },
      { name: "SIGNAL_NEAR_MISS", status: "warning" },
    ]);
  });
});
