import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Shorter texts gain nothing. */
const SHORTEST = 256;
/** Of texts of some kilobytes; a larger window would only take longer to set up. */
const OPTIONS = { level: 6, memLevel: 6, windowBits: 12 };

/** A text as the index keeps it: long ones compressed. */
export function packText(text: string): string | Uint8Array {
  // its own default would take 16 KiB for each text
  return text.length < SHORTEST ? text : deflateRawSync(text, { ...OPTIONS, chunkSize: text.length });
}

export function unpackText(packed: unknown): string {
  return packed instanceof Uint8Array ? inflateRawSync(packed).toString("utf8") : String(packed);
}
