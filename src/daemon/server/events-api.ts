import type { Hono } from "hono";
import type { WebSocket } from "ws";
import { z } from "zod";
import { type Filters, isSuch, isThere } from "../../core/lists/filters.ts";
import { envelope } from "../../core/lists/list-panes.ts";
import { type ListQuery, parseQuery } from "../../core/lists/parse-query.ts";
import { Fault } from "../../core/protocol/fault.ts";
import { EventList, type PaneEvent, WatchEvent } from "../../core/protocol/watch-event.ts";
import type { ChangeFeed, Since } from "../change-feed.ts";
import { LIST_WORDS, type ListsBackend } from "./lists-api.ts";
import { watchPulse } from "./pulse.ts";
import { route, serve } from "./route.ts";
import { FILTER_FAULTS } from "./route-faults.ts";

/** What following events needs of the daemon. */
export interface EventsBackend extends ListsBackend {
  feed: ChangeFeed;
  /** Calls after every change, until the function it returns is called. */
  onChange(listener: () => void): () => void;
}

const AT_ONCE = 500;
const MOST = 10_000;
const BEHIND_BYTES = 1024 * 1024;
const RETRY_MS = 100;

export const EVENT_ROUTES = {
  list: route({
    method: "get",
    path: "/v1/events",
    summary: "What changed, a page of the log at a time; what follows is asked for with the page's cursor",
    query: z.object({
      ...LIST_WORDS,
      since: z.string().optional().describe("A cursor: what came after it. Without one, how every pane stands"),
      since_at: z.string().optional().describe("Milliseconds: what came after that time"),
      limit: z.coerce.number().int().min(1).max(MOST).default(AT_ONCE).describe("How many at most"),
    }),
    answer: EventList,
    faults: [...FILTER_FAULTS, "E_CURSOR_EXPIRED"],
    socket: {
      says: "The same words without `limit`: what the pages would hold, then each event of a pane as it happens, once and in order.",
      sends: WatchEvent,
    },
  }),
};

/** A page of the log; what follows it is asked for with its cursor. */
export function mountEvents(api: Hono, events: EventsBackend): void {
  serve(api, EVENT_ROUTES.list, ({ context }) => {
    const words = new Map(Object.entries(context.req.queries()));
    const limit = limitOf(words.get("limit")?.at(-1));
    words.delete("limit");
    const { query, since } = readEventQuery(words, events);
    const begun = events.feed.begin(since);
    const read = begun.more ? events.feed.read(begun.position, limit) : begun;
    const source = events.source();
    const items = read.events.filter((event) => isWanted(event, query.filters));
    const listed = source.panes.filter((pane) => isThere(pane, query.filters) && isSuch(pane, query.filters));
    return { ...envelope(source, query, listed), cursor: events.feed.cursorAt(read.position), items };
  });
}

/** Faults before anything is opened; then every event from there on, each once. */
export function openEvents(words: Map<string, string[]>, events: EventsBackend): (socket: WebSocket) => void {
  const { query, since } = readEventQuery(words, events);
  const begun = events.feed.begin(since);
  return (socket) => {
    let position = begun.position;
    let retry: NodeJS.Timeout | null = null;
    const send = (told: readonly PaneEvent[]) => {
      for (const event of told) if (isWanted(event, query.filters)) socket.send(JSON.stringify(event));
    };
    const pump = () => {
      if (retry !== null) return;
      try {
        for (let more = true; more; ) {
          // what a slow reader has not taken yet stays in the log
          if (socket.bufferedAmount > BEHIND_BYTES) return later();
          const read = events.feed.read(position, AT_ONCE);
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
    watchPulse(socket, () => {
      leave();
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

function limitOf(word = String(AT_ONCE)): number {
  const limit = Number(word);
  if (Number.isInteger(limit) && limit > 0 && limit <= MOST) return limit;
  throw new Fault("E_INVALID_FILTER", `limit: "${word}" is no number from 1 to ${MOST}`, { limit: word });
}

/** A pane that went away counts as what it was. */
function isWanted(event: PaneEvent, filters: Filters): boolean {
  const { identity, agent, attention, state, previous_state } = event;
  return (
    isThere({ identity }, filters) && isSuch({ agent, attention, state: state ?? previous_state ?? "unknown" }, filters)
  );
}
