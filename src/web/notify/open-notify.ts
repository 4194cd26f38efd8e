import { navigate } from "../common/router.ts";
import { watchAttendance } from "../live/attendance.ts";
import { browser } from "../live/browser.ts";
import type { Live } from "../live/live.ts";
import { alone } from "./alone.ts";
import { type Chime, openChime } from "./chime.ts";
import { claimAmong } from "./claim-among.ts";
import { showNote } from "./desktop-note.ts";
import { handledCallsIn } from "./heard.ts";
import { type NotePermissions, notePermissions } from "./note-permission.ts";
import { type KeptPreferences, notifyPreferences } from "./notify-preferences.ts";
import { type PushDevice, pushDevice } from "./push-device.ts";
import { startRinging } from "./ringing.ts";

/** Longer than a tab or device that can play sound needs to claim a call. */
const YIELD_MS = 1_000;
/** Longer than a device that somebody uses needs for it. */
const UNUSED_MS = 500;

/** The page's notification objects, created once. */
export interface Notify {
  preferences: KeptPreferences;
  chime: Chime;
  permissions: NotePermissions;
  push: PushDevice;
}

export function openNotify({ feed, client }: Pick<Live, "feed" | "client">): Notify {
  const preferences = notifyPreferences(localStorage);
  const chime = openChime(window);
  const permissions = notePermissions(window);
  const push = pushDevice(window, client);
  whenLive(feed.link, () => void push.look());
  addEventListener("storage", preferences.reread);
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    // a notification that the service worker showed was clicked
    if (typeof data?.goTo === "string") navigate(data.goTo);
    // tell the daemon this browser's new push endpoint
    if (data?.push === "changed") void push.look();
  });
  let isInUse = false;
  watchAttendance(window, browser, (isAttended) => {
    isInUse = isAttended;
  });
  startRinging({
    fleet: feed.fleet,
    link: feed.link,
    heard: handledCallsIn(localStorage),
    preferences,
    alone,
    turn: () => {
      const waitMs = (chime.isUnlocked() ? 0 : YIELD_MS) + (isInUse ? 0 : UNUSED_MS);
      return new Promise((done) => (waitMs === 0 ? done() : void setTimeout(done, waitMs)));
    },
    claim: (calls) => claimAmong(client, calls),
    canSound: chime.isUnlocked,
    canShow: () => permissions.state.get() === "granted",
    sound: chime.play,
    show: (call) => showNote(call, navigate),
    now: browser.now,
    after: browser.after,
    minute: minuteOfDay,
  });
  return { preferences, chime, permissions, push };
}

/** Runs `work` once, when the daemon is first connected: while the page is created, it is not. */
function whenLive(link: Live["feed"]["link"], work: () => void): void {
  const forget = link.subscribe(() => {
    if (link.get().phase !== "live") return;
    forget();
    work();
  });
}

function minuteOfDay(): number {
  const now = new Date();
  return now.getHours() * 60 + now.getMinutes();
}
