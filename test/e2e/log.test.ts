import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ConversationReport } from "../../src/core/protocol/conversation/conversation.ts";
import { claudeWithTranscript } from "../support/claude-transcript.ts";
import { AGTMUX, sandbox, spawned, until, untilPane } from "../support/sandbox.ts";

describe("agtmux log", () => {
  it("[WK1, WK5, WK3] prints prompts, words, calls with the first lines of their results, and sub-agents", async () => {
    const box = sandbox();
    const { pane, transcript, write } = await claudeWithTranscript(box);
    write("user", "Deploy it with token=hunter2hunter2");
    write("assistant", [{ type: "tool_use", id: "c1", name: "Bash", input: { command: "make\nmake test" } }]);
    const result = { type: "tool_result", tool_use_id: "c1", content: "1\n2\n3\n4\n5" };
    write("user", [result]);
    write("assistant", [{ type: "tool_use", id: "c2", name: "Agent", input: { prompt: "Help" } }]);
    write("user", [{ type: "tool_result", tool_use_id: "c2", content: "ok" }], { toolUseResult: { agentId: "a1" } });
    write("assistant", [{ type: "text", text: "It is **deployed**." }]);
    mkdirSync(join(transcript.replace(/\.jsonl$/, ""), "subagents"), { recursive: true });
    const helper = {
      type: "assistant",
      uuid: "h1",
      isSidechain: true,
      agentId: "a1",
      message: { content: [{ type: "text", text: "Helping." }] },
    };
    writeFileSync(
      join(transcript.replace(/\.jsonl$/, ""), "subagents", "agent-a1.jsonl"),
      `${JSON.stringify(helper)}\n`,
    );

    const { code, stdout } = await box.agtmux(["log", pane]);
    expect({ code, lines: stdout.trim().split("\n") }).toEqual({
      code: 0,
      lines: [
        "> Deploy it with token=[redacted]",
        "",
        "• Bash make",
        "  1",
        "  2",
        "  3",
        "  … 2 more lines",
        "• Agent Help",
        "  | Helping.",
        "  ok",
        "It is **deployed**.",
      ],
    });
    const { stdout: full } = await box.agtmux(["log", pane, "--full"]);
    expect(full).toContain("  make test\n");
    expect(full).toContain("  5\n");
    const report = ConversationReport.parse(await box.json("log", pane, "--json"));
    expect(report).toMatchObject({ agent: "claude", continues: false, has_earlier: false, runs_apart: true });
    expect(report.pieces.filter(({ run }) => run === "a1")).toHaveLength(1);
    write("user", "And again");
    const { stdout: last } = await box.agtmux(["log", pane, "--turns", "1"]);
    expect(last.trim()).toBe("> And again");
  });

  it("[WK4, WK5] --follow goes on with what is said, and a result that comes later is told with its call", async () => {
    const box = sandbox();
    const { pane, write } = await claudeWithTranscript(box);
    write("user", "Deploy it");
    write("assistant", [{ type: "tool_use", id: "c1", name: "Bash", input: { command: "make" } }]);
    let printed = "";
    const child = spawned(AGTMUX, ["log", pane, "--follow"], box.env);
    child.stdout.on("data", (bytes) => {
      printed += bytes;
    });
    await until(() => printed.includes("• Bash make\n"));
    write("user", [{ type: "tool_result", tool_use_id: "c1", content: "made" }]);
    write("assistant", [{ type: "text", text: "It is done." }]);
    await until(() => printed.includes("It is done."));
    expect(printed.trim().split("\n")).toEqual([
      "> Deploy it",
      "",
      "• Bash make",
      "• Bash make",
      "  made",
      "It is done.",
    ]);
  });

  it("[WK1] says why there is nothing to print", async () => {
    const box = sandbox();
    const { pane } = await claudeWithTranscript(box, { isWritten: false });
    expect(await box.agtmux(["log", pane])).toMatchObject({
      code: 82,
      stderr: expect.stringContaining("Claude Code has not written its conversation yet [E_NO_CONVERSATION]"),
    });
    const shell = box.session("shell");
    await untilPane(box, shell, ({ agent }) => agent === null);
    expect(await box.agtmux(["log", shell])).toMatchObject({ stderr: expect.stringContaining("E_NO_AGENT") });
    expect(await box.agtmux(["log", pane, "--turns", "0"])).toMatchObject({
      stderr: expect.stringContaining("E_USAGE"),
    });
  });
});
