import { type Client, createClient } from "../../client/client.ts";
import { type Acting, createActing } from "./acting.ts";
import { browser } from "./browser.ts";
import { daemonLink } from "./daemon-link.ts";
import { type DeviceKey, openDeviceKey, readFragment } from "./device-key.ts";
import { fetchTransport, fixedPass } from "./fetch-transport.ts";
import { type FleetFeed, openFleetFeed } from "./fleet-feed.ts";
import { greet, isOwnMachine } from "./greet.ts";
import { keyShelf } from "./key-shelf.ts";
import { openQuestionsFeed, type QuestionsFeed } from "./questions-feed.ts";

/** All that is live on the page, made once. */
export interface Live {
  feed: FleetFeed;
  asked: QuestionsFeed;
  key: DeviceKey;
  client: Client;
  acting: Acting;
}

/** Where earlier versions kept the key as it is. */
const OLD_KEY = "agtmux:key";

/** Resolves at once but for a look into the browser's database: nothing is drawn before it is known who may act. */
export async function openLive(): Promise<Live> {
  const { key: brought, pair, rest } = readFragment(location.hash);
  // secrets in the address would live on in histories and screenshots
  if (brought !== null || pair !== null) history.replaceState(null, "", location.pathname + location.search + rest);
  const tabs = new BroadcastChannel("agtmux:key");
  // who has not proven itself gets no cookie either; but a proxy's login lets nobody through without
  const cookies = isOwnMachine(location.host) ? "omit" : "same-origin";
  const showing = (pass: string | null) => fetchTransport(fixedPass(pass), fetch, cookies);
  const key = await openDeviceKey({
    shelf: keyShelf(),
    greet: (secret) => greet(secret, showing, location.host),
    tellOtherTabs: () => tabs.postMessage("kept"),
    earlier: localStorage.getItem(OLD_KEY) || null,
  });
  localStorage.removeItem(OLD_KEY);
  tabs.onmessage = () => void key.reread();
  if (brought !== null) await key.hold(brought);
  const transport = fetchTransport(key);
  const feed = openFleetFeed({ ...browser, ...daemonLink(key) }, localStorage);
  // a device that was just let in could not look before
  if (pair !== null) void key.pair(pair, fetchTransport(fixedPass(null))).then(feed.wake);
  const client = createClient(transport);
  const asked = openQuestionsFeed(feed, client, browser);
  const acting = createActing({ client, key, refresh: asked.refresh, now: browser.now, newId: browser.newId });

  // a laptop that slept or a phone that changed networks comes back through one of these
  const wake = () => document.visibilityState === "visible" && feed.wake();
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pagehide", feed.keep);
  return { feed, asked, key, client, acting };
}
