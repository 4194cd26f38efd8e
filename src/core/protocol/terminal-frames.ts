/** What the daemon sends: a kind, the offset of the first byte (or of the first that is not in the bootstrap), the bytes. */
const TOLD = { 1: "bootstrap", 2: "output" } as const;
/** What a viewer sends: a kind and the bytes. A paste is one or more parts and an end, and goes in as tmux pastes. */
const ASKED = { 3: "type", 4: "paste-part", 5: "paste-end" } as const;

export type ToldFrame = { kind: "bootstrap" | "output"; offset: number; bytes: Uint8Array };
export type AskedFrame = { kind: "type" | "paste-part" | "paste-end"; bytes: Uint8Array };

const TOLD_HEAD = 9;
const ASKED_HEAD = 1;
/** The daemon takes no larger message. */
const MOST_AT_ONCE = 32 * 1024;

export function encodeTold({ kind, offset, bytes }: ToldFrame): Uint8Array {
  const frame = new Uint8Array(TOLD_HEAD + bytes.length);
  frame[0] = kind === "bootstrap" ? 1 : 2;
  new DataView(frame.buffer).setFloat64(1, offset);
  frame.set(bytes, TOLD_HEAD);
  return frame;
}

/** Null for what is no frame. The bytes are a part of the frame, not a copy. */
export function decodeTold(frame: Uint8Array): ToldFrame | null {
  const kind = TOLD[frame[0] as keyof typeof TOLD];
  if (kind === undefined || frame.length < TOLD_HEAD) return null;
  const offset = new DataView(frame.buffer, frame.byteOffset).getFloat64(1);
  return { kind, offset, bytes: frame.subarray(TOLD_HEAD) };
}

/** As many frames as it takes. */
export function encodeTyped(bytes: Uint8Array): Uint8Array[] {
  return pieces(bytes).map((piece) => askedFrame(3, piece));
}

export function encodePaste(bytes: Uint8Array): Uint8Array[] {
  const all = pieces(bytes);
  return all.map((piece, index) => askedFrame(index === all.length - 1 ? 5 : 4, piece));
}

export function decodeAsked(frame: Uint8Array): AskedFrame | null {
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
  const count = Math.ceil(bytes.length / MOST_AT_ONCE);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * MOST_AT_ONCE, Math.min((index + 1) * MOST_AT_ONCE, bytes.length)),
  );
}
