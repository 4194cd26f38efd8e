import { type Client, createClient } from "../../client/client.ts";
import { type Acting, createActing } from "./acting.ts";
import { browser } from "./browser.ts";
import { type DeviceKey, deviceKey, readFragment } from "./device-key.ts";
import { fetchTransport } from "./fetch-transport.ts";
import { type FleetFeed, openFleetFeed } from "./fleet-feed.ts";
import { openQuestionsFeed, type QuestionsFeed } from "./questions-feed.ts";

/** All that is live on the page, made once. */
export interface Live {
  feed: FleetFeed;
  asked: QuestionsFeed;
  key: DeviceKey;
  client: Client;
  acting: Acting;
}

export function openLive(): Live {
  const key = deviceKey(localStorage);
  const transport = fetchTransport(() => {
    const state = key.state.get();
    return state.phase === "held" ? state.key : null;
  });
  const { key: brought, pair, rest } = readFragment(location.hash);
  if (brought !== null || pair !== null) {
    // secrets in the address would live on in histories and screenshots
    history.replaceState(null, "", location.pathname + location.search + rest);
    if (brought !== null) key.hold(brought);
  }
  const feed = openFleetFeed(browser, localStorage);
  // a device that was just let in could not look before
  if (pair !== null) void key.pair(pair, transport).then(feed.wake);
  const client = createClient(transport);
  const asked = openQuestionsFeed(feed.fleet, client, browser);
  const acting = createActing({ client, key, refresh: asked.refresh, now: browser.now, newId: browser.newId });

  // a laptop that slept or a phone that changed networks comes back through one of these
  const wake = () => document.visibilityState === "visible" && feed.wake();
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pagehide", feed.keep);
  addEventListener("storage", key.reread);
  return { feed, asked, key, client, acting };
}
