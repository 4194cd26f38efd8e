import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { isRunning, killDaemon, restartDaemon, stopDaemon } from "../support/daemon-life.ts";
import { events, type LoggedEvent, messages, runtimesOf } from "../support/event-log.ts";
import { FakeTmux } from "../support/fake-tmux.ts";
import { marker, print } from "../support/print.ts";
import { AGTMUX, type Sandbox, sandbox, until, untilPane, untilPrompt } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";

/** A sandbox with a running daemon; a second session keeps the tmux server alive. */
async function observed(extra: NodeJS.ProcessEnv = {}): Promise<Sandbox> {
  const box = sandbox(extra);
  box.session("first");
  await box.startDaemon();
  return box;
}

async function signalled(box: Sandbox, pane: string, word: string): Promise<PaneItem> {
  print(box, pane, `${marker("needs_input", word)}\n`);
  return untilPane(box, pane, ({ message }) => message === word);
}

/** Waits until the server's process has ended, so that the next one can take its socket. */
async function killServer(box: Sandbox): Promise<void> {
  const pid = Number(box.tmux("display-message", "-p", "#{pid}"));
  box.tmux("kill-server");
  await until(
    () => !isRunning(pid),
    () => `tmux ${pid} outlived kill-server`,
  );
}

describe("which life a signal belongs to", () => {
  it("[BI1, BI18] a living process keeps its runtime through restarts and SIGKILL of the daemon", async () => {
    const box = await observed();
    const pane = await box.registered("work");
    const before = await signalled(box, pane, "Still me");
    expect(before).toMatchObject({ agent: "generic", runtime_id: expect.any(String) });
    const pid = Number(box.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"));
    expect(runtimesOf(box, pane)).toMatchObject([{ agent_type: "generic", pid, pane_epoch: 1, ended_at: null }]);
    await restartDaemon(box);
    const restarted = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    await killDaemon(box);
    await box.startDaemon();
    const killed = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    expect([restarted.runtime_id, killed.runtime_id]).toEqual([before.runtime_id, before.runtime_id]);
    expect(killed.nudge_seq).toBe(before.nudge_seq);
    expect(runtimesOf(box, pane)).toHaveLength(1);
  });

  it("[BI1, BI13] a respawned pane is a new runtime, one epoch higher, that knows nothing of the old", async () => {
    const box = await observed();
    const pane = await box.registered("work");
    const first = await signalled(box, pane, "First life");
    for (const epoch of [2, 3]) {
      const before = await box.pane(pane);
      box.tmux("respawn-pane", "-k", "-t", pane, "exec sh");
      const after = await untilPane(
        box,
        pane,
        ({ runtime_id }) => runtime_id !== null && runtime_id !== before.runtime_id,
      );
      expect(after).toMatchObject({ state: "unknown", reason_code: "no_signal", attention: null, nudge_seq: 0 });
      untilPrompt(() => box.screen(pane));
      // in the first second a pane may still report its previous process, so events are not bound
      await sleep(1_100);
      await signalled(box, pane, `Life ${epoch}`);
      const all = runtimesOf(box, pane);
      expect(all.map(({ pane_epoch }) => pane_epoch)).toEqual(Array.from({ length: epoch }, (_, n) => n + 1));
      expect(all.map(({ ended_at }) => ended_at === null)).toEqual([...Array(epoch - 1).fill(false), true]);
    }
    expect(runtimesOf(box, pane)[0]?.runtime_id).toBe(first.runtime_id);
    expect(new Set(runtimesOf(box, pane).map(({ runtime_id }) => runtime_id)).size).toBe(3);
    expect(events(box, "process").map(({ event_type }) => event_type)).toEqual(["process.ended", "process.ended"]);
  });

  it("[BI13] a shell that registers right after its pane was respawned is heard by its status file", async () => {
    const box = await observed();
    const pane = await box.registered("work");
    const file = await box.statusFile(pane);
    const before = await box.pane(pane);
    box.tmux("respawn-pane", "-k", "-t", pane, `eval "$(${AGTMUX} env)"; echo "again:$?"; exec sh`);
    await until(() => box.screen(pane).includes("again:0"));
    await sleep(1_100);
    writeFileSync(file, "error The new one failed\n");
    const after = await untilPane(box, pane, ({ state }) => state === "error");
    expect(after.message).toBe("The new one failed");
    expect(after.runtime_id).not.toBe(before.runtime_id);
  });

  it("[BI13] the end of a pane's process ends its runtime, and its pane leaves the list", async () => {
    const box = await observed();
    const pane = await box.registered("work");
    await signalled(box, pane, "Last words");
    box.type(pane, "exit");
    await until(async () => (await box.panes()).items.every(({ identity }) => identity.pane_id !== pane));
    expect(runtimesOf(box, pane)).toMatchObject([{ ended_at: expect.any(Number) }]);
    expect((await box.panes()).summary.needs_action).toBe(0);
  });

  it("[BI13] a process that ended while its pane stays is over as well", async () => {
    const box = await observed();
    const pane = await box.registered("work");
    box.tmux("set-option", "-w", "-t", pane, "remain-on-exit", "on");
    const before = await signalled(box, pane, "Last words");
    box.type(pane, "exit");
    await until(() => box.tmux("display-message", "-p", "-t", pane, "#{pane_dead}") === "1");
    await untilPane(box, pane, ({ attention }) => attention === null);
    expect(runtimesOf(box, pane)).toMatchObject([{ runtime_id: before.runtime_id, ended_at: expect.any(Number) }]);
  });

  it.each([
    { when: "while the daemon runs", down: false },
    { when: "while the daemon is down", down: true },
  ])("[BI13] a new tmux server with the same pane ids, started $when, ends all runtimes", async ({ down }) => {
    const box = await observed();
    const pane = await box.registered("work");
    const before = await signalled(box, pane, "On the old server");
    if (down) await stopDaemon(box);
    await killServer(box);
    box.session("first");
    expect(box.session("work")).toBe(pane);
    if (down) await box.startDaemon();
    const after = await untilPane(box, pane, ({ runtime_id }) => runtime_id === null);
    expect(after).toMatchObject({ state: "unknown", reason_code: "no_agent", attention: null });
    // in the first second a pane may still report its previous process, so events are not bound
    await sleep(1_100);
    await box.register(pane);
    const again = await signalled(box, pane, "On the new server");
    expect(again.runtime_id).not.toBe(before.runtime_id);
    expect(runtimesOf(box, pane)).toMatchObject([
      { runtime_id: before.runtime_id, pane_epoch: 1, ended_at: expect.any(Number) },
      { runtime_id: again.runtime_id, pane_epoch: 2, ended_at: null },
    ]);
  });

  it.each([
    { when: "while the daemon runs", down: false },
    { when: "while the daemon is down", down: true },
  ])("[BI13] a tmux server that ends $when takes its panes and runtimes along", async ({ down }) => {
    const box = await observed();
    const pane = await box.registered("work");
    await signalled(box, pane, "Gone soon");
    if (down) await stopDaemon(box);
    await killServer(box);
    if (down) await box.startDaemon();
    await until(
      async () => (await box.panes()).items.length === 0,
      async () => JSON.stringify(await box.panes()),
    );
    expect(runtimesOf(box, pane)).toMatchObject([{ ended_at: expect.any(Number) }]);
  });

  it("[BI13] a pane that is renamed or moved keeps its runtime and its state, and its identity follows", async () => {
    const box = await observed();
    const pane = await box.registered("work");
    const { runtime_id, nudge_seq } = await signalled(box, pane, "Follow me");
    const window = () => box.tmux("display-message", "-p", "-t", pane, "#{window_id}");
    const elsewhere = box.session("elsewhere");
    const moves: [args: string[], session: string][] = [
      [["rename-session", "-t", "work", "renamed"], "renamed"],
      [["rename-window", "-t", pane, "my window"], "renamed"],
      [["split-window", "-d", "-t", pane, "exec sh"], "renamed"],
      [["break-pane", "-d", "-s", pane, "-t", "renamed:"], "renamed"],
      [["join-pane", "-d", "-s", pane, "-t", elsewhere], "elsewhere"],
      [["swap-pane", "-d", "-s", pane, "-t", elsewhere], "elsewhere"],
      [["move-pane", "-d", "-s", pane, "-t", "first:"], "first"],
      [["break-pane", "-d", "-s", pane, "-t", "first:"], "first"],
      [["move-window", "-d", "-s", pane, "-t", "elsewhere:9"], "elsewhere"],
      [["swap-window", "-d", "-s", "elsewhere:9", "-t", "first:0"], "first"],
    ];
    for (const [args, session] of moves) {
      box.tmux(...args);
      const [window_index, pane_index] = box
        .tmux("display-message", "-p", "-t", pane, "#{window_index} #{pane_index}")
        .split(" ")
        .map(Number);
      const item = await untilPane(
        box,
        pane,
        (each) =>
          each.identity.session_name === session &&
          each.identity.window_id === window() &&
          each.window_index === window_index &&
          each.pane_index === pane_index,
      );
      expect({ args, ...item }).toMatchObject({ runtime_id, nudge_seq, state: "waiting_input", message: "Follow me" });
    }
    await signalled(box, pane, "Here now");
    expect(runtimesOf(box, pane)).toHaveLength(1);
    expect((await box.panes()).items.filter(({ identity }) => identity.pane_id === pane)).toHaveLength(1);
  });
});

describe("signals that wait for their life", () => {
  const settled = (box: Sandbox, word: string): LoggedEvent | undefined =>
    events(box).find(({ message }) => message === word);

  it("[BI9] a signal for a pane that does not exist yet is not bound, also if a pane gets that id later", async () => {
    const box = await observed({ AGTMUX_BIND_TTL: "10m" });
    const pane = `%${Number(box.session("probe").slice(1)) + 1}`;
    // the start of a process is known to 50 ms
    drop(box, { agent: "schmux", event: "needs_testing", pane, payload: "Too early" }, Date.now() - 3_000);
    await until(() => settled(box, "Too early") !== undefined);
    expect(settled(box, "Too early")).toMatchObject({ bind_status: "pending_bind", runtime_id: null });
    expect((await box.panes()).summary.agents).toBe(0);
    expect(await box.registered("late")).toBe(pane);
    const late = await untilPane(box, pane, ({ agent }) => agent === "generic");
    expect(late).toMatchObject({ state: "unknown", reason_code: "no_signal" });
    expect(settled(box, "Too early")).toMatchObject({ bind_status: "pending_bind", runtime_id: null });
  });

  it("[BI9] a signal that the daemon reads before it has seen the pane binds at the next look", async () => {
    const box = sandbox({ AGTMUX_RECONCILE: "200ms" });
    // its tmux sees no server before the test says so
    const fake = new FakeTmux(
      '[ "$1" = -V ] || [ -e "$dir/found" ] || { echo "no server running on it" >&2; exit 1; }',
    );
    await box.agtmux(["daemon", "start"], { env: { PATH: fake.path } });
    const pane = box.session("only");
    drop(box, { agent: "schmux", event: "error", pane, payload: "Nobody looked yet" });
    await until(() => settled(box, "Nobody looked yet") !== undefined);
    expect(settled(box, "Nobody looked yet")).toMatchObject({ bind_status: "pending_bind" });
    writeFileSync(join(fake.dir, "found"), "");
    const item = await untilPane(box, pane, ({ state }) => state === "error");
    expect(item).toMatchObject({ message: "Nobody looked yet", source: "command", attention: { kind: "error" } });
    expect(settled(box, "Nobody looked yet")).toMatchObject({ bind_status: "bound", runtime_id: item.runtime_id });
  });

  it("[BI9] a signal for a pane that never appears is dropped after the TTL and stays in the log", async () => {
    const box = await observed({ AGTMUX_BIND_TTL: "1s" });
    const pane = "%99";
    drop(box, { agent: "schmux", event: "error", pane, payload: "Nobody home" });
    await until(() => settled(box, "Nobody home")?.bind_status === "dropped_unbound");
    expect((await box.panes()).summary.agents).toBe(0);
    expect(box.log()).toContain("event belongs to no runtime: dropped");
    await restartDaemon(box);
    expect(settled(box, "Nobody home")).toMatchObject({ bind_status: "dropped_unbound", runtime_id: null });
    expect((await box.panes()).summary).toMatchObject({ agents: 0, needs_action: 0 });
  });

  it("[BI9] a signal still waiting when the daemon is killed waits on, with the time it has left", async () => {
    const box = await observed({ AGTMUX_BIND_TTL: "10m" });
    drop(box, { agent: "schmux", event: "error", pane: "%99", payload: "Patience" });
    await until(() => settled(box, "Patience") !== undefined);
    await killDaemon(box);
    expect(settled(box, "Patience")).toMatchObject({ bind_status: "pending_bind" });
    box.env.AGTMUX_BIND_TTL = "3s";
    await box.startDaemon();
    await until(() => settled(box, "Patience")?.bind_status === "dropped_unbound");
    const { ingested_at } = settled(box, "Patience") as LoggedEvent;
    expect(Date.now() - ingested_at).toBeGreaterThanOrEqual(3_000);
    expect(messages(box, "command")).toEqual(["Patience"]);
  });

  it("[BI8] a signal that names another tmux server does not bind by its pane", async () => {
    const box = await observed({ AGTMUX_BIND_TTL: "1s" });
    const pane = await box.registered("work");
    drop(box, { agent: "schmux", event: "error", pane, tmux: "/tmp/tmux-0/other,4194000,0", payload: "Not here" });
    await until(() => settled(box, "Not here")?.bind_status === "dropped_unbound");
    expect(await box.pane(pane)).toMatchObject({ state: "unknown", reason_code: "no_signal" });
  });
});

describe("a tmux server that dies at a bad moment", () => {
  it("[BI13, TX1] the daemon outlives servers that are killed while panes register, and sees the next one", async () => {
    const box = sandbox({ AGTMUX_RECONCILE: "200ms" });
    const { pid } = await box.startDaemon();
    for (const round of [1, 2, 3, 4, 5, 6]) {
      box.session("first");
      const pane = box.session("work", `eval "$(${AGTMUX} env)"; echo "out:$?"; exec sh`);
      await until(
        () => box.log().split("observing tmux").length > round,
        () => box.log(),
      );
      await sleep(round * 40);
      await killServer(box);
      await until(
        async () => (await box.panes()).items.length === 0,
        async () => `${pane}: ${JSON.stringify(await box.panes())}`,
      );
    }
    expect(isRunning(pid as number)).toBe(true);
    box.session("first");
    const pane = await box.registered("last");
    await signalled(box, pane, "Alive and well");
  });
});
