import { z } from "zod";

/**
 * Two members that pass on a live terminal tell each other such frames: a kind, a number, bytes. `text` and `binary` are
 * a message of the terminal's protocol (terminal.ts), or its last part; `part` is an earlier part of the next one. A
 * `beat` says that the other one is still there, `pause` and `resume` whether it may send, `end` why it is over. The
 * frames of each direction are numbered from 1, so that none can be left out or come twice; an `end` of a member that
 * does not know the session has the number 0.
 */
const KINDS = ["text", "binary", "part", "beat", "pause", "resume", "end"] as const;

export interface MemberFrame {
  kind: (typeof KINDS)[number];
  number: number;
  bytes: Uint8Array;
}

export const MEMBER_FRAME_HEAD = 9;

export function encodeMemberFrame({ kind, number, bytes }: MemberFrame): Uint8Array {
  const frame = new Uint8Array(MEMBER_FRAME_HEAD + bytes.length);
  frame[0] = KINDS.indexOf(kind) + 1;
  new DataView(frame.buffer).setFloat64(1, number);
  frame.set(bytes, MEMBER_FRAME_HEAD);
  return frame;
}

/** Null if it is not a frame. The returned bytes are a view of the frame, not a copy. */
export function decodeMemberFrame(frame: Uint8Array): MemberFrame | null {
  const kind = KINDS[(frame[0] ?? 0) - 1];
  if (kind === undefined || frame.length < MEMBER_FRAME_HEAD) return null;
  const number = new DataView(frame.buffer, frame.byteOffset).getFloat64(1);
  return Number.isSafeInteger(number) ? { kind, number, bytes: frame.subarray(MEMBER_FRAME_HEAD) } : null;
}

/**
 * left: the viewer has gone. revoked: it has lost its access, and what it typed is not wanted. closed: the pane's member
 * has said why in its last message. broken: it can be opened anew.
 */
export const SessionEnd = z.object({
  why: z.enum(["left", "revoked", "closed", "broken"]),
  words: z.string().max(1_000),
});
export type SessionEnd = z.infer<typeof SessionEnd>;

/** Asks a member for the live terminal of one of its panes. The asker has chosen the session's name at random. */
export const TerminalOpening = z.looseObject({
  ref: z.string().max(1_000),
  session: z.string().regex(/^[0-9a-f]{32}$/),
});
export type TerminalOpening = z.infer<typeof TerminalOpening>;
