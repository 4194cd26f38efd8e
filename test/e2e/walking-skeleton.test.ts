import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sandbox, until, untilPane } from "../support/sandbox.ts";

describe("from a pane to a person", () => {
  it("[CL7, CL1] a marker, a status file and a command each show up, with who said it", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    box.type(pane, `echo "--<[schmux:completed:Test signal]>--"`);
    const marker = await untilPane(box, pane, (item) => item.state === "completed");
    expect(marker).toMatchObject({
      message: "Test signal",
      source: "marker",
      agent: "generic",
      attention: { kind: "done", label: "✓ Completed" },
    });

    writeFileSync(await box.statusFile(pane), "needs_input Should I delete these 5 files?\n");
    const file = await untilPane(box, pane, (item) => item.state === "waiting_input");
    expect(file).toMatchObject({
      message: "Should I delete these 5 files?",
      source: "status_file",
      attention: { kind: "input" },
    });

    box.type(pane, `agtmux signal error "Build failed"`);
    const command = await untilPane(box, pane, (item) => item.state === "error");
    expect(command).toMatchObject({ message: "Build failed", source: "command" });
    expect((await box.agtmux(["list", "panes"])).stdout).toMatch(
      /error +generic +\d+s +command +pane:host\/work\/@\d+\/%\d+ +Build failed/,
    );
  });

  it("[CL5] a message may begin with a dash, and the same words count again after others", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    const file = await box.statusFile(pane);
    writeFileSync(file, "needs_input Which one?\n");
    await untilPane(box, pane, (item) => item.state === "waiting_input");
    box.type(pane, `agtmux signal working "--force is needed"`);
    await untilPane(box, pane, (item) => item.state === "running" && item.message === "--force is needed");
    writeFileSync(file, "needs_input Which one?\n");
    await untilPane(box, pane, (item) => item.state === "waiting_input");
  });

  it("[BI8] a signal from another tmux server is not bound here, whatever session it names", async () => {
    const box = sandbox({ AGTMUX_BIND_TTL: "1s" });
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    const tmux = `${box.dir}/elsewhere,1,0`;
    const ran = await box.agtmux(["signal", "error", "from elsewhere"], {
      env: { TMUX: tmux, TMUX_PANE: pane, SCHMUX_SESSION_ID: "stolen" },
    });
    expect(ran.code).toBe(0);
    await until(() => box.log().includes("event belongs to no runtime: dropped"));
    expect(await box.pane(pane)).toMatchObject({ state: "unknown", reason_code: "no_signal" });
  });
});
