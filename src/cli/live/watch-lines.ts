import { isDeepStrictEqual } from "node:util";
import { type Query, withQuery } from "../../client/query.ts";
import { follow } from "../../client-node/follow.ts";
import { KnownPanes } from "../../client-node/known-panes.ts";
import type { StreamMessage } from "../../core/protocol/lists/stream.ts";
import type { WatchEvent, WatchItem } from "../../core/protocol/lists/watch-event.ts";
import type { Context } from "../common/context.ts";
import { type Since, sinceQuery } from "./since.ts";
import type { View } from "./view.ts";

const AT_ONCE = 500;

/** Prints one event per line. After a daemon restart it resumes after the last printed one. */
export async function watchEvents(query: Query, since: Since | null, context: Context): Promise<void> {
  let place = since;
  const forever = new AbortController();
  await follow(
    context,
    {
      path: () => withQuery("/v1/events", [...query, ...(place === null ? [] : [sinceQuery(place)])]),
      onMessage(text) {
        context.out(text);
        place = { cursor: (JSON.parse(text) as WatchEvent).cursor };
      },
      onLink: (link) => tellLink(link, context),
    },
    forever.signal,
  );
}

/** Prints the events up to now and ends. */
export async function printEvents(query: Query, since: Since | null, context: Context): Promise<void> {
  let place = since;
  for (;;) {
    const limit: [string, string] = ["limit", String(AT_ONCE)];
    const list = await context.client.events([...query, limit, ...(place === null ? [] : [sinceQuery(place)])]);
    for (const event of list.items) context.out(JSON.stringify({ ...list, cursor: event.cursor, items: [event] }));
    const isLast = place === null || ("cursor" in place && place.cursor === list.cursor);
    if (isLast) return;
    place = { cursor: list.cursor };
  }
}

/** Windows and sessions have no log of their own: prints a line for each one that changed since the last message. */
export async function watchRows(
  view: View,
  type: "window" | "session",
  once: boolean,
  context: Context,
): Promise<void> {
  const panes = new KnownPanes();
  const done = new AbortController();
  let before: ReadonlyMap<string, object> | null = null;
  await follow(
    context,
    {
      path: () => "/v1/stream",
      onMessage(text) {
        const message = JSON.parse(text) as StreamMessage;
        panes.apply(message);
        const { items, ...around } = view.list(panes);
        const rows = new Map(items.map((item) => [JSON.stringify(item.identity), item]));
        const { cursor, at } = message;
        const tell = (change: WatchItem["change"], item: object) =>
          context.out(JSON.stringify({ ...around, cursor, items: [{ cursor, at, type, change, ...item }] }));
        for (const [key, item] of rows) {
          if (before === null) tell("present", item);
          else if (!isDeepStrictEqual(before.get(key), item)) tell("changed", item);
        }
        for (const [key, item] of before ?? []) if (!rows.has(key)) tell("removed", item);
        before = rows;
        if (once) done.abort();
      },
      onLink: (link) => tellLink(link, context),
    },
    done.signal,
  );
}

function tellLink(link: "lost" | "back", context: Context): void {
  context.note(
    link === "back"
      ? "agtmux: the daemon is back"
      : "agtmux: the daemon does not answer; trying again, nothing will be missing",
  );
}
