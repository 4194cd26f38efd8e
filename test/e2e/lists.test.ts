import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ERRORS, type ErrorCode } from "../../src/core/protocol/base/error-codes.ts";
import type { PaneList } from "../../src/core/protocol/lists/lists.ts";
import type { SessionList, WindowList } from "../../src/core/protocol/lists/lists-rollups.ts";
import { restartDaemon } from "../support/daemon-life.ts";
import { AGTMUX, type Ran, type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

const SCHEMAS = resolve(import.meta.dirname, "../../schemas");

function expectValid(name: string, value: unknown): void {
  const published = JSON.parse(readFileSync(join(SCHEMAS, `${name}.json`), "utf8"));
  expect(z.fromJSONSchema(published).safeParse(value).error).toBeUndefined();
}

function expectFault(ran: Ran, code: ErrorCode, words: RegExp): void {
  expect([ran.code, ran.stdout]).toEqual([ERRORS[code].exit, ""]);
  expect(ran.stderr).toMatch(words);
}

/** Two tmux servers as two targets, each with a session of the same name, and one agent that asks. */
async function twoTargets(): Promise<{ box: Sandbox; asking: string }> {
  const [box, other] = [sandbox(), sandbox()];
  box.session("plain");
  other.session("work");
  await box.startDaemon();
  const asking = await box.registered("work");
  const added = await box.agtmux(["target", "add", "vm1", "--kind", "local", "--tmux-socket", other.socketName]);
  expect(added.stderr).toBe("");
  box.tmux("split-window", "-d", "-t", asking, "exec sh");
  box.type(asking, `agtmux signal needs_input "Which one?"`);
  await untilPane(box, asking, (item) => item.state === "waiting_input");
  await until(async () => isDeepStrictEqual((await box.panes()).summary.by_target, { host: 3, vm1: 1 }));
  return { box, asking };
}

describe("agtmux list", () => {
  it("[LS2, AP10] covers all targets, and narrows by each filter; the envelope says which were used", async () => {
    const { box, asking } = await twoTargets();
    const panes = (...words: string[]) => box.json<PaneList>("list", "panes", "--all", "--json", ...words);
    expect((await panes()).summary.by_target).toEqual({ host: 3, vm1: 1 });
    expect((await panes("--all-targets")).summary.by_target).toEqual({ host: 3, vm1: 1 });
    expect((await panes("--target", "vm1")).summary.by_target).toEqual({ vm1: 1 });
    expect((await panes("--target", "vm1", "--target", "host")).items).toHaveLength(4);
    expect((await panes("--session", "work")).items).toHaveLength(3);
    expect((await panes("--target-session", "host/work")).items).toHaveLength(2);
    for (const words of [["--state", "waiting_input,error"], ["--agent", "generic"], ["--needs-action"]]) {
      const list = await panes(...words);
      expectValid("pane-list", list);
      expect(list.items.map(({ identity }) => identity.pane_id)).toEqual([asking]);
      expect(list.summary).toMatchObject({ panes: 1, agents: 1, needs_action: 1 });
      expect(Object.keys(list.filters)).toEqual([words[0]?.slice(2).replaceAll("-", "_")]);
    }
    expect((await box.agtmux(["list", "panes", "--session", "nowhere"])).stdout).toMatch(/^No panes fit these filters/);
  });

  it("[LS3, AP9] windows and sessions roll up, by target unless merging is asked for", async () => {
    const { box } = await twoTargets();
    const windows = await box.json<WindowList>("list", "windows", "--json", "--with-agent-status");
    expectValid("window-list", windows);
    expect(windows.items[0]).toMatchObject({
      identity: { target: "host", session_name: "work", window_id: expect.stringMatching(/^@\d+$/) },
      top_state: "waiting_input",
      waiting: 1,
      running: 0,
      panes: 2,
      agent_status: [{ agent: "generic", state: "waiting_input", message: "Which one?" }],
    });
    const apart = await box.json<SessionList>("list", "sessions", "--json", "--session", "work", "--sort", "name");
    expectValid("session-list", apart);
    expect(apart.items.map(({ identity, panes }) => ({ ...identity, panes }))).toEqual([
      { target: "host", session_name: "work", panes: 2 },
      { target: "vm1", session_name: "work", panes: 1 },
    ]);
    const merged = await box.json<SessionList>(
      ...["list", "sessions", "--json", "--session", "work", "--group-by", "session-name", "--agent-summary"],
    );
    expectValid("session-list", merged);
    expect(merged.items).toHaveLength(1);
    expect(merged.items[0]).toMatchObject({ identity: { target: null }, panes: 3, by_agent: { generic: 1 } });
    expect(merged.items[0]?.targets.map(({ target, panes }) => [target, panes])).toEqual([
      ["host", 2],
      ["vm1", 1],
    ]);
    for (const scope of ["windows", "sessions"]) {
      const { stdout } = await box.agtmux(["list", scope]);
      expect(stdout).toMatch(/^STATE +FOR +WAIT +RUN/);
      expect(stdout).toMatch(/1 agent in 4 panes, 1 blocked/);
    }
  });

  it.each<[string[], ErrorCode, RegExp]>([
    [["panes", "--state", "busy"], "E_INVALID_FILTER", /"busy".*waiting_input/],
    [["panes", "--agent", "cluade"], "E_INVALID_FILTER", /"cluade".*claude/],
    [["panes", "--sort", "x"], "E_INVALID_FILTER", /--sort: "x".*need, state, age, name/],
    [["panes", "--target", "vm9"], "E_TARGET_NOT_FOUND", /vm9.*there are host/],
    [["panes", "--target-session", "work"], "E_INVALID_FILTER", /<target>\/<session>/],
    [["panes", "--group-by", "session-name"], "E_INVALID_FILTER", /--group-by/],
    [["sessions", "--group-by", "agent"], "E_INVALID_FILTER", /target-session, session-name/],
    [["panes", "--target", "host", "--all-targets"], "E_USAGE", /--all-targets/],
  ])("[LS2, CL16] %j says which value is off and what fits", async (words, code, message) => {
    const box = sandbox();
    await box.startDaemon();
    expectFault(await box.agtmux(["list", ...words]), code, message);
  });

  it("[LS7, CL20, CL23] COLUMNS fits a table into a pipe too, and --color overrides what was found", async () => {
    const { box } = await twoTargets();
    const narrow = await box.agtmux(["list", "windows"], { env: { COLUMNS: "60" } });
    for (const line of narrow.stdout.split("\n")) expect([...line].length).toBeLessThanOrEqual(60);
    expect((await box.agtmux(["list", "panes"])).stdout).not.toMatch(/\x1b|\? {2}(waiting|asks)/);
    const coloured = await box.agtmux(["list", "panes", "--color", "always"], { env: { NO_COLOR: "1" } });
    expect(coloured.stdout).toMatch(/\x1b\[33m\?/);
    expectFault(await box.agtmux(["--color=sometimes", "list", "panes"]), "E_USAGE", /always.*sometimes/);
    const pane = box.session("terminal", `${AGTMUX} --color=never list panes; exec sleep 600`);
    await until(() => box.screen(pane).includes("blocked"));
    expect(box.tmux("capture-pane", "-p", "-e", "-t", pane)).not.toContain("\x1b");
    expect(box.screen(pane)).toMatch(/^\? {2}asks/m);
  });
});

describe("agtmux alone", () => {
  it("[CL24] says what to do without a daemon, without tmux, without agents, and who needs you", async () => {
    const box = sandbox();
    const alone = async () => (await box.agtmux([])).stdout;
    const down = await box.agtmux([]);
    expect([down.code, down.stderr]).toEqual([0, ""]);
    expect(down.stdout).toMatch(/No daemon is running[\s\S]*agtmux daemon start/);
    await box.startDaemon();
    expect(await alone()).toMatch(/No tmux server .*running[\s\S]*tmux new/);
    box.session("first");
    await restartDaemon(box);
    expect(await alone()).toMatch(/No agent is running in 1 pane[\s\S]*agtmux integrate/);
    const panes = [await box.registered("one"), await box.registered("two")];
    for (const pane of panes) {
      box.type(pane, `agtmux signal needs_input "Which of ${pane}?"`);
      await untilPane(box, pane, (item) => item.state === "waiting_input");
    }
    const text = await alone();
    expect(text).toMatch(/^2 blocked\n/);
    const [longest, other] = panes.map((pane) => text.indexOf(`Which of ${pane}?`)) as [number, number];
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThan(other);
    expect(text).toMatch(new RegExp(`one \\[\\w+\\] .*  ${panes[0]}\n`));
    expect(text).toMatch(/Next:\n {2}agtmux next/);
  });
});
