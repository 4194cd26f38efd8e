import { z } from "zod";
import { ErrorBody } from "./errors.ts";
import { PaneIdentity } from "./lists.ts";

/**
 * `WebSocket /v1/terminal/<ref>`: one pane's live terminal. Texts are the JSON messages below, binary messages are frames
 * (terminal-frames.ts). The daemon tells `opened`, then a `bootstrap` followed by its frame, then output frames. A viewer
 *
 * - makes its terminal as large as `bootstrap` says and writes the bootstrap frame, which begins with a reset;
 * - writes each output frame as it comes; its offset is where the one before ended, or there was a `bootstrap` in between;
 * - acknowledges what it has drawn, at the latest every `ACK_EVERY` bytes: whoever owes more than `MOST_UNSEEN` is left out
 *   until all is acknowledged, and bootstrapped again.
 */
export const TERMINAL_PROTOCOL = "agtmux.terminal.1";

/** Bytes of frames, without their heads. */
export const ACK_EVERY = 64 * 1024;
export const MOST_UNSEEN = 1024 * 1024;

/** Who gets what is typed. */
export const Holder = z.object({
  /** Another process or another agent has another one. */
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
  /** The way to the pane was interrupted. */
  "reconnected",
  /** What was shown may have had wrong looks: tmux does not tell how the next character will look. */
  "repaired",
  /** The viewer asked for it. */
  "asked",
  /** No output can be had of this pane: what it shows is told whenever it has changed. */
  "changed",
]);
export type BootstrapReason = z.infer<typeof BootstrapReason>;

/** What the daemon tells. */
export const TerminalTold = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("opened"),
    ref: z.string(),
    identity: PaneIdentity,
    holder: Holder,
  }),
  z.object({
    type: z.literal("bootstrap"),
    reason: BootstrapReason,
    /** Offsets count the bytes of one stream; another one begins when the way to the pane was interrupted. */
    stream: z.string(),
    /** Of the first byte that is not in it. */
    offset: Bytes,
    /** How many bytes of output this viewer was not sent before it. */
    skipped: Bytes,
    cols: z.number().int().positive(),
    rows: z.number().int().positive(),
    alternate: z.boolean(),
    title: z.string(),
  }),
  /** So many bytes of input, keys counted as none, have reached the pane since the socket was opened. */
  z.object({ type: z.literal("typed"), bytes: Bytes }),
  /**
   * Input has not reached the pane: `bytes` of what was typed and pasted, and all that follows until `accept` where there is
   * a `holder`: somebody else is there now.
   */
  z.object({ type: z.literal("refused"), error: ErrorBody, bytes: Bytes, holder: Holder.nullable() }),
  z.object({ type: z.literal("accepted"), holder: Holder }),
  /** Nothing comes for now; a bootstrap follows when it does. */
  z.object({ type: z.literal("interrupted"), error: ErrorBody }),
  /** The last word: the pane is gone, or cannot be shown. */
  z.object({ type: z.literal("closed"), error: ErrorBody }),
]);
export type TerminalTold = z.infer<typeof TerminalTold>;

/** What a viewer asks. */
export const TerminalAsked = z.discriminatedUnion("type", [
  /** All the bytes of frames, without their heads, that it has drawn since the socket was opened. */
  z.object({ type: z.literal("ack"), bytes: Bytes }),
  /** Keys as tmux names them. */
  z.object({ type: z.literal("keys"), keys: z.array(z.string().min(1)).min(1).max(100) }),
  /** What is typed from now on is for this holder. */
  z.object({ type: z.literal("accept"), holder_id: z.string() }),
  /** Resizes the pane's window for everybody; only where `terminal_resize` allows it. */
  z.object({
    type: z.literal("resize"),
    cols: z.number().int().min(10).max(1_000),
    rows: z.number().int().min(2).max(500),
  }),
  /** A fresh bootstrap. */
  z.object({ type: z.literal("refresh") }),
]);
export type TerminalAsked = z.infer<typeof TerminalAsked>;
