import { type Client, createClient } from "../../client/client.ts";
import { type Acting, createActing } from "./acting.ts";
import { browser } from "./browser.ts";
import { daemonLink } from "./daemon-link.ts";
import { type DeviceKey, openDeviceKey, readFragment } from "./device-key.ts";
import { fetchTransport, fixedPass } from "./fetch-transport.ts";
import { type FleetFeed, openFleetFeed } from "./fleet-feed.ts";
import { keyStorage } from "./key-storage.ts";
import { openQuestionsFeed, type QuestionsFeed } from "./questions-feed.ts";
import { createSeeing, type Seeing } from "./seeing.ts";
import { isOwnMachine, isPlainAddress, verifyDaemon } from "./verify-daemon.ts";

/** The page's live objects, created once. */
export interface Live {
  feed: FleetFeed;
  asked: QuestionsFeed;
  key: DeviceKey;
  client: Client;
  acting: Acting;
  seeing: Seeing;
}

/** Waits only for the browser's database: the page is not rendered until it is known whether it may act. */
export async function openLive(): Promise<Live> {
  const { pair, rest } = readFragment(location.hash);
  // URLs end up in histories and screenshots, so remove the code
  if (pair !== null) history.replaceState(null, "", location.pathname + location.search + rest);
  // a link opened in this tab changes only the fragment
  addEventListener("hashchange", () => readFragment(location.hash).pair !== null && location.reload());
  const tabs = new BroadcastChannel("agtmux:key");
  // send no cookies before the daemon has proven itself; only behind a proxy, whose login needs them
  const cookies = isOwnMachine(location.host) ? "omit" : "same-origin";
  const showing = (pass: string | null) => fetchTransport(fixedPass(pass), fetch, cookies);
  const key = await openDeviceKey({
    storage: keyStorage(),
    verifyDaemon: (secret) => verifyDaemon(secret, showing, location.host),
    tellOtherTabs: () => tabs.postMessage("kept"),
  });
  tabs.onmessage = () => void key.reread();
  // all other requests wait for this one
  if (pair !== null) void key.pair(pair, fetchTransport(fixedPass(null)), isPlainAddress(location.host));
  const transport = fetchTransport(key);
  const feed = openFleetFeed({ ...browser, ...daemonLink(key) }, localStorage);
  const client = createClient(transport);
  const asked = openQuestionsFeed(feed, client, browser);
  const acting = createActing({ client, key, refresh: asked.refresh, newId: browser.newId });
  const seeing = createSeeing(acting, browser.after);

  // these events fire after sleep or a change of networks
  const wake = () => document.visibilityState === "visible" && feed.wake();
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pagehide", feed.keep);
  return { feed, asked, key, client, acting, seeing };
}
