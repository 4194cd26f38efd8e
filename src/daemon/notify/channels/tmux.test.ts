import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { notificationOf } from "../../../../test/support/notification.ts";
import { person } from "../../../../test/support/person.ts";
import { sandbox, until } from "../../../../test/support/sandbox.ts";
import { testPane } from "../../../../test/support/test-pane.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import type { Delivery } from "../../../core/protocol/notify/notify.ts";
import { ChannelSettings } from "../../../core/protocol/settings/settings-notify.ts";
import { silentLog } from "../../base/test-log.ts";
import { openMemoryStore } from "../../store/memory-store.ts";
import { createTmux } from "./tmux.ts";

const run = promisify(execFile);
const signal = new AbortController().signal;

/** The channel on the test's own tmux server, with fake panes. */
function setUp(settings: object = {}, hangs: (args: readonly string[]) => boolean = () => false) {
  const box = sandbox();
  const store = openMemoryStore();
  const pane = box.session("work");
  const window = box.tmux("display-message", "-p", "-t", pane, "#{window_id}");
  const identity = { target: "host", session_name: "work", window_id: window, pane_id: pane };
  let panes: PaneItem[] = [];
  const listeners = new Set<() => void>();
  const asked: string[] = [];
  const clock = { at: 1_000_000 };
  const deps = {
    delivery: (key: string) => store.delivery(key),
    clock: { now: () => clock.at },
    runTmux: async (target: string, args: readonly string[]) => {
      asked.push(`${target} ${args[0]}`);
      // hangs and ignores its signal
      if (hangs([target, ...args])) return new Promise<string>(() => undefined);
      if (target !== "host") throw new Error("no such target");
      return (await run("tmux", ["-L", box.socketName, "-N", ...args], { env: box.env })).stdout;
    },
    localTargets: () => ["gone", "host"],
    panes: () => panes,
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    log: silentLog(),
  };
  const open = () => {
    const opened = createTmux("mux", ChannelSettings.parse({ kind: "tmux", ...settings }) as never, deps);
    onTestFinished(() => opened.close?.());
    return opened;
  };
  const channel = open();
  const show = (...now: PaneItem[]) => {
    panes = now;
    for (const handle of listeners) handle();
  };
  const flag = (of = window) => box.tmux("show-options", "-wqv", "-t", of, "@agtmux_attention");
  const noted = (part: Partial<Delivery>) => {
    const key = part.key ?? "r1/a1/mux";
    const row = {
      key,
      channel: "mux",
      state: "sent",
      outcome: "sent",
      created_at: 1,
      due_at: 1,
      settled_at: 1,
    } as const;
    const notification = notificationOf({ key, attention_id: key.split("/")[1] ?? "" });
    const terms = { only_if_unwatched: false, quiet_hours: null, cooldown_ms: 0 };
    store.transact(() => store.addDelivery({ ...row, notification, terms, attempts: 1, failing_since: null, ...part }));
  };
  return { box, pane, window, identity, channel, show, flag, open, noted, asked, clock };
}

function calling(identity: PaneItem["identity"], runtime_id: string, attention_id: string): PaneItem {
  const attention = { attention_id, kind: "input", label: "", message: "", source: "hook", raised_at: 1 } as const;
  return testPane(identity, { runtime_id, attention });
}

describe("messages in tmux", () => {
  it("[NT1, NT10] reach the clients of this machine, except one that shows the pane", async () => {
    const { box, identity, channel } = setUp({ show: "message", duration: "60s" });
    box.session("other");
    const [there, elsewhere] = [person(box, "work"), person(box, "other")];
    await until(() => box.tmux("list-clients").split("\n").length === 2);
    await channel.send(notificationOf({ identity, message: "Which database?" }), signal);
    await until(
      () => elsewhere.screen().includes("Which database?"),
      () => elsewhere.screen(),
    );
    expect(there.screen()).not.toContain("Which database?");
    await channel.send(notificationOf({ identity, ref: "", message: "A test" }), signal);
    await until(() => there.screen().includes("A test") && elsewhere.screen().includes("A test"));
  });

  it("[NT10] nothing in them is a command, a format, a style or a time, and nothing ends them early", async () => {
    const { box, identity, channel } = setUp({ show: "message", duration: "60s" });
    box.session("other");
    const client = person(box, "other");
    await until(() => box.tmux("list-clients") !== "");
    const proof = join(box.dir, "ran");
    const message = `#(touch ${proof}) ##(touch ${proof}) #{pid} ##{pid} #[fg=red]x %H%% ###{pid};\n'"$(touch ${proof})`;
    await channel.send(notificationOf({ identity, label: "-p", title: "t", message }), signal);
    // tmux draws several number signs as one
    const plain = (text: string) => text.replaceAll(/#+/g, "#");
    const words = plain(`-p · t: ${message.replace("\n", " ")}`).slice(0, 110);
    await until(
      () => plain(client.screen()).includes(words),
      () => client.screen(),
    );
    expect(existsSync(proof)).toBe(false);
  });

  it("[NT5, NT10] with nobody attached it is tried again later", async () => {
    const { channel, identity } = setUp({ show: "message" });
    const sent = channel.send(notificationOf({ identity }), signal);
    await expect(sent).rejects.toMatchObject({
      lasting: false,
      message: expect.stringContaining("nobody is attached"),
    });
  });
});

describe("flags on windows", () => {
  it("[NT1, NT10] are set while a call is open in the window, name the loudest kind, and change no other option", async () => {
    const { box, identity, channel, show, flag } = setUp();
    const options = () => box.tmux("show-options", "-w", "-t", identity.window_id);
    const before = options();
    const other = { ...identity, pane_id: "%99" };
    show(calling(identity, "r1", "a1"), calling(other, "r2", "b1"));
    await channel.send(notificationOf({ identity, kind: "done" }), signal);
    expect(flag()).toBe("done");
    await channel.send(notificationOf({ identity: other, runtime_id: "r2", attention_id: "b1" }), signal);
    expect(flag()).toBe("approval");
    expect(box.tmux("display-message", "-p", "-t", identity.pane_id, "#{?@agtmux_attention,!,.}")).toBe("!");
    show(calling(identity, "r1", "a1"));
    await until(() => flag() === "done");
    show(testPane(identity, { runtime_id: "r1" }));
    await until(() => flag() === "");
    expect(options()).toBe(before);
  });

  it("[NT10] follow a pane to another window, and are removed when the daemon stops", async () => {
    const { box, pane, identity, channel, show, flag } = setUp({ show: "flag" });
    box.tmux("split-window", "-t", pane, "exec sh");
    show(calling(identity, "r1", "a1"));
    await channel.send(notificationOf({ identity }), signal);
    const moved = box.tmux("break-pane", "-d", "-s", pane, "-P", "-F", "#{window_id}");
    show(calling({ ...identity, window_id: moved }, "r1", "a1"));
    await until(() => flag(moved) === "approval" && flag() === "");
    await channel.close?.();
    expect([flag(moved), flag()]).toEqual(["", ""]);
  });

  it("[NT10, TX5] left behind by a killed daemon stay only while their call is open", async () => {
    const { box, window, identity, show, flag } = setUp();
    const other = box.tmux("new-window", "-d", "-P", "-F", "#{window_id}", "exec sh");
    for (const each of [window, other]) box.tmux("set-option", "-w", "-t", each, "@agtmux_attention", "input");
    show(calling(identity, "r1", "a1"));
    await until(() => flag(other) === "");
    expect(flag()).toBe("input");
    show(testPane(identity, { runtime_id: "r1" }));
    await until(() => flag() === "");
  });

  it("[NT10] of calls sent before a restart are set again after it, and no others", async () => {
    const { box, identity, channel, show, flag, open, noted } = setUp({ show: "flag" });
    const other = box.tmux("new-window", "-d", "-P", "-F", "#{window_id}", "exec sh");
    const calls = [
      calling(identity, "r1", "a1"),
      calling({ ...identity, window_id: other, pane_id: "%99" }, "r2", "b1"),
    ] as const;
    show(...calls);
    await channel.send(notificationOf({ identity, kind: "input" }), signal);
    noted({ key: "r1/a1/mux" });
    noted({ key: "r2/b1/mux", state: "waiting", outcome: null, settled_at: null });
    await channel.close?.();
    expect([flag(), flag(other)]).toEqual(["", ""]);
    open();
    show(...calls);
    await until(() => flag() === "input");
    expect(flag(other)).toBe("");
    show(testPane(identity, { runtime_id: "r1" }), calls[1]);
    await until(() => flag() === "");
  });

  it("[NT10] stay while their call is open, even if its id changed or another call covered it", async () => {
    const { identity, channel, show, flag, noted } = setUp({ show: "flag" });
    show(calling(identity, "r1", "a1"));
    await channel.send(notificationOf({ identity, kind: "input" }), signal);
    noted({ key: "r1/a1/mux" });
    show(calling(identity, "r1", "a2"));
    await until(() => flag() === "");
    show(calling(identity, "r1", "a1"));
    await until(() => flag() === "input");
    noted({ key: "r1/a3/mux", state: "dropped", outcome: "dropped: told already" });
    show(calling(identity, "r1", "a3"));
    show(testPane(identity, { runtime_id: "r1" }));
    await until(() => flag() === "");
    show(calling(identity, "r1", "a3"));
    await until(() => flag() === "input");
  });

  it("[NT5, NT10] on a hung tmux server delay neither other servers nor the daemon's stop", async () => {
    const { identity, channel, show, flag } = setUp({ show: "flag" }, ([target]) => target === "stuck");
    const stuck = { ...identity, target: "stuck" };
    show(calling(stuck, "r2", "b1"), calling(identity, "r1", "a1"));
    const ends = new AbortController();
    const never = channel.send(notificationOf({ identity: stuck, runtime_id: "r2", attention_id: "b1" }), ends.signal);
    await channel.send(notificationOf({ identity }), signal);
    expect(flag()).toBe("approval");
    ends.abort();
    await expect(never).rejects.toMatchObject({ lasting: false });
    await channel.close?.();
    expect(flag()).toBe("");
  });

  it("[NT10, TX5] on a server that did not answer are set when it does, without asking at each change", async () => {
    let isStarting = true;
    const starting = (args: readonly string[]) => {
      if (isStarting && args.includes("list-windows")) throw new Error("no server running");
      return false;
    };
    const { box, window, identity, show, flag, asked, clock } = setUp({ show: "flag" }, starting);
    box.tmux("set-option", "-w", "-t", window, "@agtmux_attention", "input");
    const resting = testPane(identity, { runtime_id: "r1" });
    show(resting);
    await until(() => asked.length === 1);
    isStarting = false;
    await new Promise(setImmediate);
    for (let times = 0; times < 5; times += 1) show(resting);
    expect([asked, flag()]).toEqual([["host list-windows"], "input"]);
    clock.at += 60_000;
    show(resting);
    await until(() => flag() === "");
  });

  it("[NT5, NT10] that cannot be set are reported, unless a client got the message; a test sets none", async () => {
    const { identity, channel, flag } = setUp({ show: "flag" });
    const gone = notificationOf({ identity: { ...identity, window_id: "@77" } });
    await expect(channel.send(gone, signal)).rejects.toMatchObject({ lasting: false });
    await expect(channel.send(notificationOf({ identity, ref: "" }), signal)).rejects.toMatchObject({ lasting: false });
    expect(flag()).toBe("");
  });
});
