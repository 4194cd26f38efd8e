import { z } from "zod";
import { ErrorBody } from "../base/errors.ts";
import { PaneIdentity } from "../lists/lists.ts";

/**
 * `WebSocket /v1/terminal/<ref>`: one pane's live terminal. Text messages are the JSON below, binary messages are
 * frames (terminal-frames.ts). The daemon sends `opened`, then a `bootstrap` followed by its frame, then output frames.
 * A viewer
 *
 * - resizes its terminal as `bootstrap` says and writes the bootstrap frame, which begins with a reset;
 * - writes each output frame; its offset is where the one before ended, unless a `bootstrap` came in between;
 * - acknowledges what it has drawn, or skipped for a newer bootstrap, at least every `ACK_EVERY` bytes: a viewer with
 *   more than `MAX_UNACKED_BYTES` unacknowledged gets nothing until all is acknowledged, and then a new bootstrap.
 */
export const TERMINAL_PROTOCOL = "agtmux.terminal.1";

/** Bytes of frames, without their headers. */
export const ACK_EVERY = 64 * 1024;
export const MAX_UNACKED_BYTES = 1024 * 1024;

/** The process that receives input. */
export const Holder = z.object({
  /** Changes with the process or the agent. */
  id: z.string(),
  pane_pid: z.number().int(),
  command: z.string(),
  agent: z.string().nullable(),
  runtime_id: z.string().nullable(),
});
export type Holder = z.infer<typeof Holder>;

const Bytes = z.number().int().nonnegative();

export const BootstrapReason = z.enum([
  "opened",
  /** The viewer did not keep up. */
  "behind",
  "resized",
  /** The connection to the pane was interrupted. */
  "reconnected",
  /** Colours or attributes may have been wrong: tmux does not report those of the next character. */
  "repaired",
  /** The viewer asked for it. */
  "asked",
  /** The pane's output is not available: its screen is sent after every change. */
  "changed",
]);
export type BootstrapReason = z.infer<typeof BootstrapReason>;

/** Messages from the daemon. */
export const TerminalServerMessage = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("opened"),
    ref: z.string(),
    identity: PaneIdentity,
    holder: Holder,
    /** Whether input is taken; absent if it is. */
    may_type: z.boolean().optional(),
    /** Whether `resize` is allowed, by the setting `terminal_resize`. */
    may_resize: z.boolean().optional(),
  }),
  z.object({
    type: z.literal("bootstrap"),
    reason: BootstrapReason,
    /** Offsets count the bytes of one stream; a new one begins after the connection to the pane was interrupted. */
    stream: z.string(),
    /** Of the first byte after it. */
    offset: Bytes,
    /** Bytes of output that this viewer was not sent before it. */
    skipped: Bytes,
    cols: z.number().int().positive(),
    rows: z.number().int().positive(),
    alternate: z.boolean(),
    title: z.string(),
  }),
  /** Bytes of input, without keys, that have reached the pane since the socket was opened. */
  z.object({ type: z.literal("typed"), bytes: Bytes }),
  /**
   * `bytes` of typed and pasted input have not reached the pane. If there is a `holder`, another process is in the
   * pane, and all further input is refused until `accept`.
   */
  z.object({ type: z.literal("refused"), error: ErrorBody, bytes: Bytes, holder: Holder.nullable() }),
  z.object({ type: z.literal("accepted"), holder: Holder }),
  /** Output has stopped; when it resumes, the whole screen is sent again first. */
  z.object({ type: z.literal("interrupted"), error: ErrorBody }),
  /** The last message: the pane is gone, or cannot be shown. */
  z.object({ type: z.literal("closed"), error: ErrorBody }),
]);
export type TerminalServerMessage = z.infer<typeof TerminalServerMessage>;

/** Messages from a viewer. */
export const TerminalClientMessage = z.discriminatedUnion("type", [
  /** Total bytes of frames, without headers, drawn since the socket was opened. */
  z.object({ type: z.literal("ack"), bytes: Bytes }),
  /** tmux key names. */
  z.object({ type: z.literal("keys"), keys: z.array(z.string().min(1)).min(1).max(100) }),
  /** Further input is for this holder. */
  z.object({ type: z.literal("accept"), holder_id: z.string() }),
  /** Resizes the pane's window for everybody; only if `terminal_resize` allows it. */
  z.object({
    type: z.literal("resize"),
    cols: z.number().int().min(10).max(1_000),
    rows: z.number().int().min(2).max(500),
  }),
  /** Whether its tab is visible and a person has used it within the last minute; told whenever that changes. */
  z.object({ type: z.literal("attended"), is: z.boolean() }),
  /** Requests a new bootstrap. */
  z.object({ type: z.literal("refresh") }),
]);
export type TerminalClientMessage = z.infer<typeof TerminalClientMessage>;
