import { encode } from "uqr";

/** The most that fits into the largest code that a small terminal can show: 57 modules at level M. */
const MAX_BYTES = 213;
const MAX_VERSION = 10;

/** The modules of a QR code, true for dark, without the quiet zone; null if the text exceeds 213 bytes. */
export function qrCode(bytes: Uint8Array): boolean[][] | null {
  if (bytes.length > MAX_BYTES) return null;
  return encode([...bytes], { ecc: "M", boostEcc: false, border: 0, maxVersion: MAX_VERSION }).data;
}
