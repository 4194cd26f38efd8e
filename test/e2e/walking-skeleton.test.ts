import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sandbox, untilPane } from "../support/sandbox.ts";

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
      /✕ +error +generic +\d+s +command +pane:host\/work\/@\d+\/%\d+ +❌ Error: Build failed/,
    );
  });
});
