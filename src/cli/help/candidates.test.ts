import { describe, expect, it } from "vitest";
import { candidates } from "./candidates.ts";

const live = {
  ref: async () => [{ value: "pane:host/work/@1/%1", says: "claude" }],
  target: async () => ["host", "vm1"].map((value) => ({ value, says: "ok" })),
  adapter: async () => ["claude", "codex"].map((value) => ({ value, says: "" })),
  agent: async () => ["claude", "codex", "generic"].map((value) => ({ value, says: "" })),
  preset: async () => ["review", "tidy"].map((value) => ({ value, says: "" })),
};
const offered = async (line: string) => (await candidates(line, live)).map(({ value }) => value);

describe("candidates", () => {
  it("[CL23] offers commands, their words and options, and the values that fit", async () => {
    expect(await offered("agtmux li")).toEqual(["list"]);
    expect(await offered("agtmux ")).toContain("watch");
    expect(await offered("agtmux list ")).toEqual(["panes", "windows", "sessions"]);
    expect(await offered("agtmux daemon st")).toEqual(["start", "stop", "status"]);
    expect(await offered("agtmux target ")).toEqual(["add", "connect", "list", "remove", "doctor"]);
    expect(await offered("agtmux list panes --needs")).toEqual(["--needs-action"]);
    expect(await offered("agtmux list panes --state wait")).toEqual(["waiting_approval", "waiting_input", "waiting"]);
    expect(await offered("agtmux list --sort name panes --group-by s")).toEqual(["session-name"]);
    expect(await offered("agtmux watch --format ")).toEqual(["table", "jsonl"]);
    expect(await offered("agtmux statusline --format x")).toEqual(["xbar"]);
    expect(await offered("agtmux help exit")).toEqual(["exit-codes"]);
    expect(await offered("agtmux --c")).toEqual(["--color"]);
    expect(await offered("agtmux --v")).toEqual(["--version"]);
    expect(await offered("agtmux target list --")).toEqual(["--json", "--help", "--color", "--tmux-socket"]);
    expect(await offered("agtmux target connect --")).toEqual(["--help", "--color", "--tmux-socket"]);
    expect(await offered("agtmux target add ")).toEqual([]);
    expect(await offered("agtmux target constructor ")).toEqual([]);
  });

  it("[CL23] knows which words belong to options, and reads quotes as shells do", async () => {
    const ref = ["pane:host/work/@1/%1"];
    expect(await offered("agtmux send --text 'go on, \"you\"' pane:")).toEqual(ref);
    expect(await offered('agtmux send --no-enter --text "it\'s \\"so\\"" "pane:host/w')).toEqual(ref);
    expect(await offered("agtmux --tmux-socket work atta")).toEqual(["attach"]);
    expect(await offered("agtmux kill --signal TERM 'pane:ho")).toEqual(ref);
    expect(await offered("agtmux resume --new-window pa")).toEqual(ref);
    expect(await offered("agtmux send x\\ y pane:")).toEqual([]);
    expect(await offered("agtmux ex\\")).toEqual([]);
  });

  it("[CL23] offers live refs, targets, agents and presets where they belong", async () => {
    for (const command of ["explain", "wait", "dispose", "resume"])
      expect([command, await offered(`agtmux ${command} `)]).toEqual([command, ["pane:host/work/@1/%1"]]);
    expect(await offered("agtmux wait pane:host/w")).toEqual(["pane:host/work/@1/%1"]);
    expect(await offered("agtmux wait pane:host/work/@1/%1 ")).toEqual([]);
    expect(await offered("agtmux list panes --target ")).toEqual(["host", "vm1"]);
    expect(await offered("agtmux target remove v")).toEqual(["vm1"]);
    expect(await offered("agtmux list panes --agent ")).toEqual(["claude", "codex", "generic"]);
    expect(await offered("agtmux integrate claude co")).toEqual(["codex"]);
    expect(await offered("agtmux adapters enable ")).toEqual(["claude", "codex"]);
    expect(await offered("agtmux spawn --preset r")).toEqual(["review"]);
  });
});
