import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { notifySendArgs, osascriptArgs } from "../../../core/notify/templates/desktop.ts";
import type { Notification } from "../../../core/protocol/notify/notify.ts";
import { type Channel, ChannelFault } from "./channel.ts";
import { LastOf } from "./last-of.ts";
import type { SettingsOf } from "./settings-of.ts";

/** Upper limit; the caller's signal usually ends it earlier. */
const PATIENCE_MS = 60_000;

export interface DesktopPlace {
  platform: NodeJS.Platform;
  environment: NodeJS.ProcessEnv;
  /** The user's uid. */
  uid: number;
}

/** The desktop of the user who runs the daemon. */
export function createDesktop(
  name: string,
  { sound }: SettingsOf<"desktop">,
  place: DesktopPlace = { platform: process.platform, environment: process.env, uid: process.getuid?.() ?? 0 },
): Channel {
  const show = place.platform === "darwin" ? byOsascript(sound, place) : byNotifySend(sound, place);
  return { name, kind: "desktop", send: show };
}

function byOsascript(sound: boolean, { environment }: DesktopPlace): Channel["send"] {
  return async (notification, signal) => {
    await run("osascript", osascriptArgs(notification, sound), environment, signal);
  };
}

function byNotifySend(sound: boolean, { environment, uid }: DesktopPlace): Channel["send"] {
  const shown = new LastOf<string>();
  let canReplace: boolean | null = null;
  return async (notification: Notification, signal: AbortSignal) => {
    const env = withBus(environment, uid);
    canReplace ??= (await run("notify-send", ["--help"], env, signal)).includes("--replace-id");
    const replaces = shown.get(notification.runtime_id);
    const printed = await run(
      "notify-send",
      notifySendArgs(notification, { canReplace, replaces, sound }),
      env,
      signal,
    );
    const number = printed.trim();
    if (/^\d+$/.test(number)) shown.set(notification.runtime_id, number);
  };
}

/** A daemon not started from the desktop lacks the bus address; without it notify-send would start another bus. */
function withBus(environment: NodeJS.ProcessEnv, uid: number): NodeJS.ProcessEnv {
  if (environment.DBUS_SESSION_BUS_ADDRESS) return environment;
  const socket = `${environment.XDG_RUNTIME_DIR || `/run/user/${uid}`}/bus`;
  if (existsSync(socket)) return { ...environment, DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` };
  throw new ChannelFault("no desktop session is running here: there is no session bus to notify-send to", {
    lasting: true,
  });
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { env, signal, timeout: PATIENCE_MS, maxBuffer: 1024 * 1024 }, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      reject(faultOf(program, error, stderr.trim().split("\n").at(-1) ?? "", signal));
    });
  });
}

function faultOf(
  program: string,
  error: Error & { code?: unknown; killed?: boolean },
  words: string,
  signal: AbortSignal,
) {
  if (signal.aborted) return new ChannelFault("stopped before it was shown", { cause: error });
  if (error.code === "ENOENT") {
    const advice = program === "notify-send" ? " (Debian: apt install libnotify-bin)" : "";
    return new ChannelFault(`${program} is not installed here${advice}`, { lasting: true, cause: error });
  }
  if (error.killed) return new ChannelFault(`${program} did not end within ${PATIENCE_MS / 1_000} s`, { cause: error });
  if (/ServiceUnknown|not provided by any \.service/.test(words))
    return new ChannelFault("nothing on this desktop shows notifications: no notification daemon is running", {
      lasting: true,
      cause: error,
    });
  if (/could not connect|cannot autolaunch|connection refused|no such file/i.test(words))
    return new ChannelFault(`the desktop's session bus does not answer: ${words}`, { lasting: true, cause: error });
  return new ChannelFault(`${program} failed${words === "" ? "" : `: ${words}`}`, { cause: error });
}
