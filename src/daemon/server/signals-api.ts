import type { Context, Hono } from "hono";
import { z } from "zod";
import { Fault } from "../../core/protocol/fault.ts";
import { SessionSignal, SignalReport, SignalTimeline } from "../../core/protocol/signals.ts";
import { type SignalFeed, sessionSignal } from "../signal-feed.ts";
import type { SignalRow } from "../store/store.ts";
import { visitIn } from "./door.ts";
import { type Call, route, serve, serveResponse } from "./route.ts";
import { signalStream } from "./signal-stream.ts";

/** What squad clients need of the daemon. */
export interface SignalsBackend {
  feed: SignalFeed;
  now(): number;
  /** Faults for a target that there is not. */
  requireTarget(target: string): void;
  /** Takes back what stands of a tmux session; what stood, newest first. */
  clear(target: string, session: string): readonly SignalRow[];
  /** Calls with each device that may look no longer, until the function it returns is called. */
  onRemove(listener: (device: string) => void): () => void;
}

const TIMELINE = 100;
const LONGEST_TIMELINE = 10_000;
const OfSession = ["E_TARGET_NOT_FOUND", "E_SIGNAL_NOT_FOUND"] as const;

export const SIGNAL_ROUTES = {
  follow: route({
    method: "get",
    path: "/v1/signals",
    summary: "Squad signals as they come, as server-sent events of type session-signal",
    says: "Without `Last-Event-ID` (or `since`) first the signals that stand now; with it, each that came after it, once. A comment every 15 s shows that the daemon is there.",
    query: z.object({
      since: z.string().optional().describe("The id of an event, for clients that cannot send Last-Event-ID"),
      session: z.array(z.string()).optional().describe("Of these tmux sessions"),
      target: z.array(z.string()).optional().describe("On these targets"),
      session_id: z.array(z.string()).optional().describe("Of these sessions of agents"),
    }),
    answer: SessionSignal,
    type: "text/event-stream",
    faults: ["E_INVALID_FILTER", "E_CURSOR_EXPIRED"],
  }),
  read: route({
    method: "get",
    path: "/v1/targets/:target/sessions/:name/signal",
    summary: "The signal that stands in a tmux session",
    answer: SignalReport,
    faults: OfSession,
  }),
  clear: route({
    method: "delete",
    path: "/v1/targets/:target/sessions/:name/signal",
    summary: "Take back the signal that stands in a tmux session, with its files; the answer is what stood",
    answer: SignalReport,
    faults: OfSession,
  }),
  timeline: route({
    method: "get",
    path: "/v1/targets/:target/sessions/:name/timeline",
    summary: "The last signals of a tmux session, oldest first",
    query: z.object({ limit: z.coerce.number().int().min(1).max(LONGEST_TIMELINE).default(TIMELINE) }),
    answer: SignalTimeline,
    faults: ["E_TARGET_NOT_FOUND", "E_INVALID_FILTER"],
  }),
};

export function mountSignals(api: Hono, signals: SignalsBackend): void {
  serveResponse(api, SIGNAL_ROUTES.follow, ({ context }) => {
    const { req } = context;
    const cursor = req.header("last-event-id") ?? req.query("since") ?? "";
    const begun = signals.feed.begin(cursor === "" ? null : cursor);
    const body = signalStream(signals.feed, begun, filterOf(context), whileWelcome(context, signals));
    return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
  });
  serve(api, SIGNAL_ROUTES.read, (call) => {
    const { target, session } = sessionOf(call, signals);
    return report(signals.feed.current(target, session), target, session, signals.feed);
  });
  serve(api, SIGNAL_ROUTES.clear, (call) => {
    const { target, session } = sessionOf(call, signals);
    return report(signals.clear(target, session)[0] ?? null, target, session, signals.feed);
  });
  serve(api, SIGNAL_ROUTES.timeline, (call) => {
    const { target, session } = sessionOf(call, signals);
    const rows = signals.feed.timeline(target, session, limitOf(call.context.req.query("limit")));
    const items = rows.map((row) => placed(row, signals.feed));
    return { schema_version: 1 as const, generated_at: signals.now(), target, session, items };
  });
}

/** Aborts when the client's device was removed. */
function whileWelcome(context: Context, signals: SignalsBackend): AbortController {
  const { device } = visitIn(context);
  const left = new AbortController();
  const forget = signals.onRemove((removed) => removed === device && left.abort());
  left.signal.addEventListener("abort", forget, { once: true });
  return left;
}

function filterOf({ req }: Context): (row: SignalRow) => boolean {
  const [sessions, targets, ids] = [req.queries("session"), req.queries("target"), req.queries("session_id")];
  const fits = (words: readonly string[] | undefined, word: string | null) =>
    words === undefined || (word !== null && words.includes(word));
  return (row) => fits(sessions, row.session_name) && fits(targets, row.target) && fits(ids, row.session_id);
}

function sessionOf({ param }: Call<never>, signals: SignalsBackend): { target: string; session: string } {
  const target = param("target");
  signals.requireTarget(target);
  return { target, session: param("name") };
}

function report(row: SignalRow | null, target: string, session: string, feed: SignalFeed): SignalReport {
  if (row !== null) return { schema_version: 1, ...placed(row, feed) };
  const words = `no squad signal stands in session ${session} of ${target}`;
  throw new Fault("E_SIGNAL_NOT_FOUND", words, { target, session });
}

function placed(row: SignalRow, feed: SignalFeed) {
  return { ...sessionSignal(row), cursor: feed.cursorAt(row.n), at: row.at };
}

function limitOf(word = String(TIMELINE)): number {
  const limit = Number(word);
  if (Number.isInteger(limit) && limit > 0 && limit <= LONGEST_TIMELINE) return limit;
  throw new Fault("E_INVALID_FILTER", `limit: "${word}" is no number from 1 to ${LONGEST_TIMELINE}`, { limit: word });
}
