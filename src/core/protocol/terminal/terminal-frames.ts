/** Frames from the daemon: kind, offset of the first byte (or of the first after the bootstrap), bytes. */
const TOLD = { 1: "bootstrap", 2: "output" } as const;
/** Frames from a viewer: kind and bytes. A paste is one or more parts and an end, and is pasted by tmux. */
const ASKED = { 3: "type", 4: "paste-part", 5: "paste-end" } as const;

export type ServerFrame = { kind: "bootstrap" | "output"; offset: number; bytes: Uint8Array };
export type ClientFrame = { kind: "type" | "paste-part" | "paste-end"; bytes: Uint8Array };

const TOLD_HEAD = 9;
const ASKED_HEAD = 1;
/** The daemon accepts no larger message; bytes. */
const MAX_AT_ONCE = 32 * 1024;

export function encodeServerFrame({ kind, offset, bytes }: ServerFrame): Uint8Array {
  const frame = new Uint8Array(TOLD_HEAD + bytes.length);
  frame[0] = kind === "bootstrap" ? 1 : 2;
  new DataView(frame.buffer).setFloat64(1, offset);
  frame.set(bytes, TOLD_HEAD);
  return frame;
}

/** Null if it is not a frame. The returned bytes are a view of the frame, not a copy. */
export function decodeServerFrame(frame: Uint8Array): ServerFrame | null {
  const kind = TOLD[frame[0] as keyof typeof TOLD];
  if (kind === undefined || frame.length < TOLD_HEAD) return null;
  const offset = new DataView(frame.buffer, frame.byteOffset).getFloat64(1);
  return { kind, offset, bytes: frame.subarray(TOLD_HEAD) };
}

/** Splits into as many frames as needed. */
export function encodeTyped(bytes: Uint8Array): Uint8Array[] {
  return pieces(bytes).map((piece) => askedFrame(3, piece));
}

export function encodePaste(bytes: Uint8Array): Uint8Array[] {
  const all = pieces(bytes);
  return all.map((piece, index) => askedFrame(index === all.length - 1 ? 5 : 4, piece));
}

export function decodeClientFrame(frame: Uint8Array): ClientFrame | null {
  const kind = ASKED[frame[0] as keyof typeof ASKED];
  return kind === undefined ? null : { kind, bytes: frame.subarray(ASKED_HEAD) };
}

function askedFrame(kind: keyof typeof ASKED, bytes: Uint8Array): Uint8Array {
  const frame = new Uint8Array(ASKED_HEAD + bytes.length);
  frame[0] = kind;
  frame.set(bytes, ASKED_HEAD);
  return frame;
}

function pieces(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / MAX_AT_ONCE);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * MAX_AT_ONCE, Math.min((index + 1) * MAX_AT_ONCE, bytes.length)),
  );
}
