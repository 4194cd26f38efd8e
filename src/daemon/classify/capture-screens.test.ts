import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { TmuxControl } from "../targets/tmux/tmux-control.ts";
import { captureScreens } from "./capture-screens.ts";

/** The test's own tmux server with one pane per command, and a control connection to it. */
function server(...commands: string[]) {
  const directory = mkdtempSync(join(tmpdir(), "agtmux-capture-"));
  const words = ["-S", join(directory, "tmux"), "-f", "/dev/null"];
  const tmux = (...args: string[]) => execFileSync("tmux", [...words, ...args], { encoding: "utf8" }).trim();
  const panes = commands.map((command, index) =>
    tmux("new-session", "-d", "-P", "-F", "#{pane_id}", "-x", "80", "-y", "24", "-s", `s${index}`, command),
  );
  const control = new TmuxControl(
    () => spawn("tmux", [...words, "-C", "attach-session", "-t", "s0"]),
    () => undefined,
  );
  onTestFinished(async () => {
    control.close();
    tmux("kill-server");
    await control.done;
    rmSync(directory, { recursive: true, force: true });
  });
  return { panes, control, shows: (pane: string) => tmux("capture-pane", "-p", "-t", pane) };
}

describe("captureScreens", () => {
  it("[NK2] reads the end of several panes in one go, what has scrolled away included, and misses those that are gone", async () => {
    const count = "i=0; while [ $i -lt 300 ]; do i=$((i+1)); echo line-$i; done; exec sleep 60";
    const { panes, control, shows } = server(count, "printf 'Which one? '; exec sleep 60");
    const [long = "", short = ""] = panes;
    while (!shows(long).includes("line-300") || !shows(short).includes("Which")) await sleep(20);
    const all = [long, "%99", short].map((pane_id) => ({ pane_id, alternate: false }));
    const screens = await captureScreens(control, all);
    expect([...screens.keys()]).toEqual([long, short]);
    const lines = screens.get(long)?.lines.filter((line) => line !== "") ?? [];
    expect([lines.at(-1), lines.length > 100, lines.includes("line-1")]).toEqual(["line-300", true, false]);
    expect(screens.get(short)?.view).toEqual({ width: 80, top: 0, cursor: { line: 0, column: 11 } });
    // 100 lines above the 24 visible ones; the cursor is on the last
    expect(screens.get(long)?.view).toMatchObject({ top: 100, cursor: { line: 123, column: 0 } });
    expect(screens.get(short)?.lines[0]).toBe("Which one?");
  });

  it("[NK2] reads only the screen of a full-screen program", async () => {
    const paint = "printf 'before\\n%.0s' $(seq 60); printf '\\033[?1049h\\033[2J\\033[Hpainted'; exec sleep 60";
    const { panes, control, shows } = server(paint);
    const [pane = ""] = panes;
    while (!shows(pane).includes("painted")) await sleep(20);
    const screen = (await captureScreens(control, [{ pane_id: pane, alternate: true }])).get(pane);
    expect(screen?.lines.join("\n").trim()).toBe("painted");
  });

  it("[NK2] asks tmux nothing if no agent is silent", async () => {
    const control = { runList: () => Promise.reject(new Error("asked")) };
    expect(await captureScreens(control, [])).toEqual(new Map());
  });
});
