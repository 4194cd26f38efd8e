import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SearchReport } from "../../src/core/protocol/search/search.ts";
import { claudeWithTranscript } from "../support/claude-transcript.ts";
import { type Sandbox, sandbox, until } from "../support/sandbox.ts";
import { endedConversation, searching } from "../support/searching.ts";

async function found(box: Sandbox, ...words: string[]): Promise<SearchReport> {
  return SearchReport.parse(await box.json("search", ...words, "--json"));
}

describe("agtmux search", () => {
  it("[WK50, WK52, WK54] finds what a live agent has just said, and what one said that has ended", async () => {
    const box = searching();
    const { pane, write } = await claudeWithTranscript(box);
    endedConversation(box, ["Earlier", "How deep is the harbour?"], "The harbour is deep.");
    write("user", "Paint the lighthouse with token=hunter2hunter2");
    const [live] = (await found(box, "lighthouse")).hits;
    expect(live).toMatchObject({
      agent: "claude",
      kind: "prompt",
      project: box.dir,
      pane: expect.stringContaining(pane),
      snippet: [
        { text: "Paint the ", is_hit: false },
        { text: "lighthouse", is_hit: true },
        { text: " with token=[redacted]", is_hit: false },
      ],
    });
    await until(async () => (await found(box, "harbour", "--project", "old")).hits.length === 1);
    const [ended] = (await found(box, "harbour")).hits;
    expect(ended).toMatchObject({ pane: null, project: "/src/old", kind: "words", turn: "p1" });
    const { stdout } = await box.agtmux(["search", "deep harbour", "--agent", "claude", "--since", "1h"]);
    expect(stdout).toContain(`claude  /src/old  ${ended?.ref}\n  The harbour is deep.\n`);

    expect(statSync(join(box.home, "search.db")).mode & 0o777).toBe(0o600);
    const { stdout: doctor } = await box.agtmux(["doctor"]);
    expect(doctor).toMatch(/search index +\d+(\.\d+)? MB/);

    expect(await box.agtmux(["log", ended?.ref ?? ""])).toMatchObject({
      code: 0,
      stdout: "\n> How deep is the harbour?\n\nThe harbour is deep.\n",
      stderr: "",
    });
  });

  it("[WK51, WK53] says what is wrong, and keeps nothing if it is switched off", async () => {
    const box = searching();
    await box.startDaemon();
    expect(await box.agtmux(["search"])).toMatchObject({ code: 2 });
    expect(await box.agtmux(["search", "x", "--limit", "0"])).toMatchObject({ code: 2 });
    expect(await box.agtmux(["search", "x", "--since", "soon"])).toMatchObject({ code: 2 });
    expect(await box.agtmux(["search", '"*( NEAR']).then(({ code }) => code)).toBe(0);
    expect(await box.agtmux(["log", "conversation:000000000000"])).toMatchObject({
      stderr: expect.stringContaining("E_REF_NOT_FOUND"),
    });
    expect(existsSync(join(box.home, "search.db"))).toBe(true);
    const off = sandbox();
    await off.startDaemon();
    expect(await off.agtmux(["search", "x"])).toMatchObject({ code: 104, stderr: expect.stringContaining("E_SEARCH") });
  });

  it("[WK55] log prints what an agent said that has ended, by its runtime", async () => {
    const box = searching();
    const { pane, write } = await claudeWithTranscript(box);
    write("user", "One");
    write("assistant", [{ type: "text", text: "Two." }]);
    const { items } = await box.json<{ items: { runtime_id: string }[] }>("list", "panes", "--json");
    box.tmux("respawn-pane", "-k", "-t", pane, "exec sleep 100");
    const ref = `runtime:${items[0]?.runtime_id}`;
    await until(async () => (await box.agtmux(["explain", ref])).code === 30);
    expect(await box.agtmux(["log", ref])).toMatchObject({ code: 0, stdout: "\n> One\n\nTwo.\n" });
    expect(await box.agtmux(["log", ref, "--follow"])).toMatchObject({ code: 2 });
  });
});
