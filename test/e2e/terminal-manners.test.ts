import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stopDaemon } from "../support/daemon-life.ts";
import { type sandbox, spawned, until, untilPrompt } from "../support/sandbox.ts";
import { shownPane, untilSame } from "../support/shown-pane.ts";
import { TerminalViewer, view } from "../support/terminal-viewer.ts";

const clients = (box: ReturnType<typeof sandbox>) =>
  box
    .tmux("list-clients", "-F", "#{client_flags}")
    .split("\n")
    .filter((each) => each !== "");
const sizes = (box: ReturnType<typeof sandbox>) =>
  box.tmux("list-panes", "-a", "-F", "#{pane_id} #{window_width}x#{window_height} #{pane_width}x#{pane_height}");

describe("whoever looks at a pane", () => {
  it("[TS6, TX4, TX5] shares the pane's pipe with all others, has no client, and leaves nothing behind", async () => {
    const { box, pane } = await shownPane();
    const [before, settings] = [sizes(box), box.tmux("show-options", "-w", "-t", pane)];
    const piped = () => box.tmux("display-message", "-p", "-t", pane, "#{pane_pipe}#{@agtmux_pipe}");
    const viewers = [await view(box, pane), await view(box, pane), await view(box, pane)];
    expect(clients(box)).toHaveLength(1);
    expect(clients(box).every((flags) => flags.includes("ignore-size") && flags.includes("no-output"))).toBe(true);
    expect([sizes(box), piped().slice(0, 1)]).toEqual([before, "1"]);
    for (const viewer of viewers) viewer.socket.close();
    await until(() => piped() === "0");
    expect([sizes(box), box.tmux("show-options", "-w", "-t", pane)]).toEqual([before, settings]);
    await view(box, pane);
    await stopDaemon(box);
    expect([clients(box), piped()]).toEqual([[], "0"]);
  });

  it("[TS6] resizes nothing unless that is allowed, and then only for as long as they look", async () => {
    const { box, pane } = await shownPane();
    const before = sizes(box);
    const viewer = await view(box, pane);
    viewer.ask({ type: "resize", cols: 90, rows: 30 });
    await until(() => viewer.all("refused").length > 0);
    expect([viewer.all("refused")[0]?.error.code, sizes(box)]).toEqual(["E_INVALID_INPUT", before]);

    const allowed = await shownPane(() => "exec sh", { AGTMUX_TERMINAL_RESIZE: "on" });
    spawned("tmux", ["-L", allowed.box.socketName, "-C", "attach", "-t", "work"], allowed.box.env);
    allowed.box.tmux("set-option", "-w", "-t", allowed.pane, "window-size", "smallest");
    const resizer = await view(allowed.box, allowed.pane);
    resizer.ask({ type: "resize", cols: 90, rows: 30 });
    await until(() => resizer.all("bootstrap").at(-1)?.cols === 90);
    resizer.socket.close();
    await until(() => allowed.box.tmux("show-options", "-wv", "-t", allowed.pane, "window-size") === "smallest");
  });

  it("[TS12] is told that it is gone, and keeps no session alive", async () => {
    const { box, pane } = await shownPane();
    box.session("other");
    const viewer = await view(box, pane);
    box.tmux("kill-session", "-t", "work");
    await until(() => viewer.all("closed").length > 0);
    expect(viewer.all("closed")[0]?.error.code).toBe("E_REF_NOT_FOUND");
    expect(box.tmux("list-sessions", "-F", "#{session_name}")).toBe("other");
    const missing = new TerminalViewer(`ws+unix://${box.home}/agtmuxd.sock:/v1/terminal/%2599`);
    await until(() => missing.socket.readyState === missing.socket.CLOSED);
    expect(missing.told).toEqual([]);
  });

  it("[TS12, SR12] sees a pane that the user pipes elsewhere, and leaves that pipe alone", async () => {
    const { box, pane } = await shownPane();
    const theirs = join(box.dir, "theirs");
    box.tmux("pipe-pane", "-t", pane, `cat >> ${theirs}`);
    const viewer = await view(box, pane);
    for (const word of ["one", "two"]) {
      viewer.type(`echo ${word}-$((6 * 7))\r`);
      await until(() => viewer.rows().includes(`${word}-42`));
      await untilSame(box, pane, viewer);
    }
    await until(() => existsSync(theirs) && /one-42[\s\S]*two-42/.test(readFileSync(theirs, "utf8")));
    viewer.socket.close();
    expect(box.tmux("display-message", "-p", "-t", pane, "#{pane_pipe}#{@agtmux_pipe}")).toBe("1");
  });

  it("[TS12] follows it to another session, and over a lost connection", async () => {
    const { box, pane } = await shownPane();
    box.session("other");
    box.tmux("split-window", "-d", "-t", pane, "exec sh");
    const viewer = await view(box, pane);
    box.tmux("move-pane", "-d", "-s", pane, "-t", "other");
    box.type(pane, "echo moved");
    await until(() => viewer.rows().includes("moved"));
    await untilSame(box, pane, viewer);
    box.tmux("detach-client", "-t", box.tmux("list-clients", "-F", "#{client_name}"));
    box.type(pane, "echo again");
    await until(() => viewer.rows().includes("again"));
    await untilSame(box, pane, viewer);
    expect(viewer.gaps).toBe(0);
  });

  it("[TS12] sees a program end and the next one begin, which must not cost tmux its life", async () => {
    const { box, pane } = await shownPane();
    const viewer = await view(box, pane);
    box.tmux("set-option", "-g", "remain-on-exit", "on");
    for (const round of [1, 2, 3, 4]) {
      box.tmux("respawn-pane", "-k", "-t", pane, `echo round ${round}; seq 1 20000`);
      await until(() => box.tmux("display-message", "-p", "-t", pane, "#{pane_dead}") === "1");
      await untilSame(box, pane, viewer);
    }
    box.tmux("set-option", "-g", "remain-on-exit", "off");
    box.tmux("respawn-pane", "-k", "-t", pane, "exec sh");
    untilPrompt(() => box.screen(pane));
    box.type(pane, "echo streamed");
    await until(() => viewer.rows().includes("streamed"));
    await untilSame(box, pane, viewer);
  });
});
