import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AdapterItem, AdapterList } from "../../src/core/protocol/daemon/adapters.ts";
import { query, runtimesOf } from "../support/event-log.ts";
import { fakeAgents } from "../support/fake-agent.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";

const TURN = { session_id: "s-1", prompt_id: "t-1", cwd: "/w", prompt: "build it" };

describe("agtmux adapters", () => {
  it("[AD4, AD26, AP9] hooks of a disabled agent change nothing, also after a restart; once it is enabled they do", async () => {
    const { box, pane, hook } = await paneWithClaude();
    hook("UserPromptSubmit", "t-1");
    await untilPane(box, pane, ({ state }) => state === "running");
    const before = AdapterList.parse(await box.json("adapters", "list", "--json")).items[0];
    expect(before?.health).toMatchObject({ running: 1, last_event: { source: "hook" } });

    const disabled = await box.agtmux(["adapters", "disable", "claude"]);
    expect(disabled).toMatchObject({ code: 0, stdout: expect.stringContaining("claude is disabled") });
    await untilPane(box, pane, ({ agent, state }) => agent === null && state === "unknown");
    hook("PermissionRequest", "t-1");
    await until(() => notes().length === 1);
    await box.agtmux(["daemon", "restart"]);
    hook("PermissionRequest", "t-1");
    await until(() => notes().length === 2);
    expect(await box.pane(pane)).toMatchObject({ agent: null, state: "unknown", attention: null });

    const enabled = AdapterItem.parse(await box.json("adapters", "enable", "claude", "--json"));
    expect(enabled).toMatchObject({ name: "claude", enabled: true });
    await untilPane(box, pane, ({ agent, reason_code }) => agent === "claude" && reason_code === "no_signal");
    hook("UserPromptSubmit", "t-2");
    await untilPane(box, pane, ({ agent, state }) => agent === "claude" && state === "running");
    await box.agtmux(["daemon", "restart"]);
    await untilPane(box, pane, ({ agent, state }) => agent === "claude" && state === "running");
    const claudes = runtimesOf(box, pane).filter(({ agent_type }) => agent_type === "claude");
    expect(claudes.map(({ ended_at }) => ended_at === null)).toEqual([false, true]);

    function notes(): unknown[] {
      return query(box, "SELECT 1 FROM events WHERE json_extract(evidence, '$.reason') = 'adapter_disabled'");
    }
  });

  it("[AD4, CL16] a word or a name that is off is named, with what there is, and exits with its own status", async () => {
    const box = sandbox();
    await box.startDaemon();
    const ran = async (...words: string[]) => {
      const { code, stderr } = await box.agtmux(["adapters", ...words]);
      return [code, stderr];
    };
    expect(await ran("disable", "plandex")).toEqual([
      69,
      expect.stringMatching(
        /^agtmux: there is no adapter plandex; there are claude, codex, .*\[E_ADAPTER_NOT_FOUND\]\n$/,
      ),
    ]);
    expect(await ran("drop")).toEqual([
      2,
      'agtmux: adapters wants one of list, enable, disable, show, test, new, update, report, not "drop" [E_USAGE]\n',
    ]);
    expect(await ran("enable")).toEqual([2, "agtmux: adapters enable wants the name of an adapter [E_USAGE]\n"]);
    expect((await box.agtmux(["adapters", "list"])).stdout).toMatch(
      /NAME +AGENT +STATUS[\s\S]*claude +Claude Code +enabled/,
    );
  });
});

/** A daemon, and a pane with a fake Claude; `hook` makes that process run our hook, as the agent would. */
async function paneWithClaude() {
  const box = sandbox();
  await box.startDaemon();
  const pane = box.session("work", `exec ${fakeAgents(box.dir).claude}`);
  await untilPane(box, pane, ({ agent }) => agent === "claude");
  let serial = 0;
  const hook = (event: string, turn: string) => {
    serial += 1;
    const file = join(box.dir, `payload-${serial}.json`);
    writeFileSync(file, JSON.stringify({ ...TURN, prompt_id: turn, tool_name: "Bash", tool_use_id: `call-${serial}` }));
    box.type(pane, `${join(box.home, "bin", "agtmux")} hook claude ${event} < ${file}`);
  };
  return { box, pane, hook };
}
