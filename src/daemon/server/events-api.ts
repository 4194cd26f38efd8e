import type { Hono } from "hono";
import type { WebSocket } from "ws";
import { type Filters, isSuch, isThere } from "../../core/lists/filters.ts";
import { envelope } from "../../core/lists/list-panes.ts";
import { type ListQuery, parseQuery } from "../../core/lists/parse-query.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneEvent, PaneNews, WatchEvent } from "../../core/protocol/lists/watch-event.ts";
import { EVENT_ROUTES } from "../../core/protocol/routes/event-routes.ts";
import { EVENT_PAGE } from "../../core/protocol/routes/list-words.ts";
import type { ChangeFeed, Since } from "../publish/change-feed.ts";
import { closeDeadSocket } from "./close-dead-socket.ts";
import type { ListsBackend } from "./lists-api.ts";
import { readLimit } from "./read-limit.ts";
import { serve } from "./route.ts";

/** The change log as the API uses it. */
export interface EventsBackend extends ListsBackend {
  feed: ChangeFeed;
  /** Calls `listener` after every change; returns how to unsubscribe. */
  onChange(listener: () => void): () => void;
  /** Calls `listener` with what is new of other members' panes. */
  onForeign(listener: (news: readonly PaneNews[]) => void): () => void;
}

const BEHIND_BYTES = 1024 * 1024;
const RETRY_MS = 100;

/** One page of the log per request; the page's cursor gets the next one. */
export function mountEvents(api: Hono, events: EventsBackend): void {
  serve(api, EVENT_ROUTES.list, ({ context }) => {
    const words = new Map(Object.entries(context.req.queries()));
    const limit = readLimit(words.get("limit")?.at(-1), EVENT_PAGE);
    words.delete("limit");
    const { query, since } = readEventQuery(words, events);
    const begun = events.feed.begin(since);
    const read = begun.more ? events.feed.read(begun.position, limit) : begun;
    const items = read.events.filter((event) => isWanted(event, query.filters));
    return { ...envelopeNow(events, query), cursor: events.feed.cursorAt(read.position), items };
  });
}

function envelopeNow(events: ListsBackend, query: ListQuery) {
  const source = events.source();
  const listed = source.panes.filter((pane) => isThere(pane, query.filters) && isSuch(pane, query.filters));
  return envelope(source, query, listed);
}

/** Throws on invalid input before the socket is opened; then sends every event from there on, each once. */
export function openEvents(words: Map<string, string[]>, events: EventsBackend): (socket: WebSocket) => void {
  const { query, since } = readEventQuery(words, events);
  const begun = events.feed.begin(since);
  return (socket) => {
    let position = begun.position;
    let retry: NodeJS.Timeout | null = null;
    const send = (told: readonly PaneEvent[]) => {
      const wanted = told.filter((event) => isWanted(event, query.filters));
      if (wanted.length === 0) return;
      const around = envelopeNow(events, query);
      for (const event of wanted) {
        const line: WatchEvent = { ...around, cursor: event.cursor, items: [event] };
        socket.send(JSON.stringify(line));
      }
    };
    const pump = () => {
      if (retry !== null) return;
      try {
        for (let more = true; more; ) {
          // backpressure: unread events stay in the log
          if (socket.bufferedAmount > BEHIND_BYTES) return later();
          const read = events.feed.read(position, EVENT_PAGE.usual);
          send(read.events);
          ({ position, more } = read);
        }
      } catch (error) {
        socket.close(1011, error instanceof Fault ? error.code : "E_INTERNAL");
      }
    };
    const later = () => {
      retry = setTimeout(() => {
        retry = null;
        pump();
      }, RETRY_MS);
    };
    const leave = events.onChange(pump);
    const leaveOthers = events.onForeign((news) => send(events.feed.foreign(news)));
    closeDeadSocket(socket, () => {
      leave();
      leaveOthers();
      if (retry !== null) clearTimeout(retry);
    });
    send(begun.events);
    pump();
  };
}

function readEventQuery(words: Map<string, string[]>, events: EventsBackend): { query: ListQuery; since: Since } {
  const since = sinceOf(words.get("since")?.at(-1), words.get("since_at")?.at(-1));
  const rest = new Map([...words].filter(([name]) => name !== "since" && name !== "since_at"));
  const parsed = parseQuery("panes", rest, events.known());
  if (!parsed.ok) throw parsed.fault;
  return { query: parsed.query, since };
}

function sinceOf(cursor: string | undefined, at: string | undefined): Since {
  if (cursor !== undefined) return { cursor };
  if (at === undefined) return null;
  const millis = Number(at);
  if (at.trim() === "" || !Number.isFinite(millis))
    throw new Fault("E_INVALID_FILTER", `since_at: "${at}" is no time in milliseconds`, { since_at: at });
  return { at: millis };
}

/** A removed pane is filtered by its last state. */
function isWanted(event: PaneEvent, filters: Filters): boolean {
  const state = event.state ?? event.previous_state ?? "unknown";
  return isThere(event, filters) && isSuch({ ...event, state }, filters);
}
