import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { notificationOf } from "../../../../test/support/notification.ts";
import { desktop, sessionBus } from "../../../../test/support/notification-daemon.ts";
import type { ChannelFault } from "./channel.ts";
import { createDesktop } from "./desktop.ts";

const signal = new AbortController().signal;

function channelOn(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = "linux", sound = false) {
  return createDesktop("desk", { kind: "desktop", sound }, { platform, environment, uid: 4_000_000 });
}

const faultOf = (sent: Promise<void>) => sent.then(() => null).catch((error: unknown) => error as ChannelFault);

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-desktop-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

describe("notifications on the desktop", () => {
  it("[NT1, NT9] are shown by notify-send as text, with its urgency; a newer one of a runtime replaces the older", async () => {
    const { environment, shown } = await desktop();
    const channel = channelOn(environment);
    const message = "<b>May I</b> run a && b > c? \\n -- $(id)\nSecond line";
    await channel.send(notificationOf({ label: "--help", message }), signal);
    await channel.send(notificationOf({ runtime_id: "r2", kind: "done", message: "" }), signal);
    await channel.send(notificationOf({ message: "Now?" }), signal);
    expect(shown.map(({ app, replaces, title, body }) => ({ app, replaces, title, body }))).toEqual([
      {
        app: "agtmux",
        replaces: 0,
        title: "--help · claude in host/work",
        body: "&lt;b&gt;May I&lt;/b&gt; run a &amp;&amp; b &gt; c? \\n -- $(id)\nSecond line",
      },
      { app: "agtmux", replaces: 0, title: "⚠ Needs Authorization · claude in host/work", body: "" },
      { app: "agtmux", replaces: 41, title: "⚠ Needs Authorization · claude in host/work", body: "Now?" },
    ]);
    expect(shown.map(({ hints }) => hints.urgency)).toEqual([2, 0, 2]);
  });

  it("[NT9] sound is asked for where the settings say so", async () => {
    const { environment, shown } = await desktop();
    await channelOn(environment, "linux", true).send(notificationOf(), signal);
    expect(shown[0]?.hints["sound-name"]).toBe("message-new-instant");
  });

  it("[NT9] the session bus is found even if the daemon was not started from that session", async () => {
    const { environment, shown } = await desktop();
    const bus = String(environment.DBUS_SESSION_BUS_ADDRESS).replace("unix:path=", "");
    await channelOn({ PATH: process.env.PATH, XDG_RUNTIME_DIR: dirname(bus) }).send(notificationOf(), signal);
    expect(shown).toHaveLength(1);
  });

  it("[NT9] without a session, a notification daemon or notify-send the fault is lasting and says what is missing", async () => {
    const PATH = process.env.PATH;
    const nowhere = await faultOf(channelOn({ PATH, XDG_RUNTIME_DIR: folder() }).send(notificationOf(), signal));
    expect(nowhere).toMatchObject({ lasting: true, message: expect.stringContaining("no desktop session") });
    const gone = channelOn({ PATH, DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder()}/bus` });
    expect(await faultOf(gone.send(notificationOf(), signal))).toMatchObject({
      lasting: true,
      message: expect.stringContaining("session bus does not answer"),
    });
    const { environment } = await sessionBus();
    expect(await faultOf(channelOn(environment).send(notificationOf(), signal))).toMatchObject({
      lasting: true,
      message: expect.stringContaining("no notification daemon"),
    });
    const bare = channelOn({ ...environment, PATH: folder() });
    expect(await faultOf(bare.send(notificationOf(), signal))).toMatchObject({
      lasting: true,
      message: expect.stringContaining("libnotify-bin"),
    });
  });

  it("[NT9] on macOS osascript is given the words as arguments", async () => {
    const dir = folder();
    writeFileSync(join(dir, "osascript"), `#!/bin/sh\nprintf '%s\\0' "$@" > "${dir}/told"\n`, { mode: 0o755 });
    const channel = channelOn({ PATH: `${dir}:${process.env.PATH}` }, "darwin");
    await channel.send(notificationOf({ message: '" & (do shell script "id")' }), signal);
    expect(readFileSync(join(dir, "told"), "utf8").split("\0").slice(-4, -1)).toEqual([
      "--",
      "⚠ Needs Authorization · claude in host/work",
      '" & (do shell script "id")',
    ]);
    const bare = channelOn({ PATH: folder() }, "darwin");
    expect(await faultOf(bare.send(notificationOf(), signal))).toMatchObject({ lasting: true });
  });

  it("[NT9] an old notify-send, which cannot replace notifications, is not asked to", async () => {
    const { environment, shown } = await desktop();
    const dir = folder();
    const old = `#!/bin/sh\ncase "$*" in *--help*) echo old; exit 0;; *" -p "*|*" -r "*) exit 1;; esac\nexec real-notify-send "$@"\n`;
    writeFileSync(join(dir, "notify-send"), old, { mode: 0o755 });
    symlinkSync("/usr/bin/notify-send", join(dir, "real-notify-send"));
    const channel = channelOn({ ...environment, PATH: `${dir}:${environment.PATH}` });
    for (const _ of [1, 2]) await channel.send(notificationOf(), signal);
    expect(shown.map(({ replaces }) => replaces)).toEqual([0, 0]);
  });
});
