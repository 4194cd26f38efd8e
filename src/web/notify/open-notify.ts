import type { Client } from "../../client/client.ts";
import type { Live } from "../live/live.ts";
import { navigate } from "../shell/router.ts";
import { alone } from "./alone.ts";
import type { Call } from "./calls.ts";
import { type Chime, openChime } from "./chime.ts";
import { showNote } from "./desktop-note.ts";
import { heardOn } from "./heard.ts";
import { type NotePermissions, notePermissions } from "./note-permission.ts";
import { type KeptPreferences, notifyPreferences } from "./notify-preferences.ts";
import { type PushDevice, pushDevice } from "./push-device.ts";
import { startRinging } from "./ringing.ts";

/** Longer than a tab or device that can sound takes for its turn. */
const YIELD_MS = 1_000;

/** How this page calls its person, made once. */
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
    // the daemon must know where this browser is reached now
    if (data?.push === "changed") void push.look();
  });
  startRinging({
    fleet: feed.fleet,
    link: feed.link,
    heard: heardOn(localStorage),
    preferences,
    alone,
    turn: () => new Promise((done) => (chime.isUnlocked() ? done() : void setTimeout(done, YIELD_MS))),
    claim: (calls) => claimAmong(client, calls),
    canSound: chime.isUnlocked,
    canShow: () => permissions.state.get() === "granted",
    sound: chime.play,
    show: (call) => showNote(call, navigate),
    minute: minuteOfDay,
  });
  return { preferences, chime, permissions, push };
}

/** Once, when the daemon can be asked: nobody is connected yet while the page is made. */
function whenLive(link: Live["feed"]["link"], work: () => void): void {
  const forget = link.subscribe(() => {
    if (link.get().phase !== "live") return;
    forget();
    work();
  });
}

async function claimAmong(client: Pick<Client, "claim">, calls: readonly Call[]): Promise<readonly Call[]> {
  try {
    const { claimed } = await client.claim(calls.map(({ attention }) => attention.attention_id));
    return calls.filter(({ attention }) => claimed.includes(attention.attention_id));
  } catch {
    // a page that may only look, or a daemon out of reach: better twice than never
    return calls;
  }
}

function minuteOfDay(): number {
  const now = new Date();
  return now.getHours() * 60 + now.getMinutes();
}
