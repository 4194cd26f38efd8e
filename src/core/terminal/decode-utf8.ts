const REPLACEMENT = 0xfffd;
const UNITS_PER_CALL = 4096;

/** Like `TextDecoder`, which core does not have: invalid bytes become U+FFFD, one for each maximal invalid part. */
export function decodeUtf8(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = "";
  let units: number[] = [];
  let at = from;
  while (at < to) {
    const lead = bytes[at++] as number;
    if (lead < 0x80) {
      units.push(lead);
    } else {
      const shape = shapeOf(lead);
      let point = shape.bits;
      let missing = shape.following;
      let low = shape.low;
      let high = shape.high;
      while (missing > 0 && at < to) {
        const next = bytes[at] as number;
        if (next < low || next > high) break;
        point = (point << 6) | (next & 0x3f);
        low = 0x80;
        high = 0xbf;
        missing--;
        at++;
      }
      pushPoint(units, missing > 0 ? REPLACEMENT : point);
    }
    if (units.length >= UNITS_PER_CALL) {
      text += String.fromCharCode(...units);
      units = [];
    }
  }
  return text + String.fromCharCode(...units);
}

interface Shape {
  bits: number;
  following: number;
  /** Allowed range of the second byte, which excludes overlong forms and surrogates. */
  low: number;
  high: number;
}

function shapeOf(lead: number): Shape {
  if (lead >= 0xc2 && lead <= 0xdf) return { bits: lead & 0x1f, following: 1, low: 0x80, high: 0xbf };
  if (lead >= 0xe0 && lead <= 0xef) {
    return { bits: lead & 0x0f, following: 2, low: lead === 0xe0 ? 0xa0 : 0x80, high: lead === 0xed ? 0x9f : 0xbf };
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    return { bits: lead & 0x07, following: 3, low: lead === 0xf0 ? 0x90 : 0x80, high: lead === 0xf4 ? 0x8f : 0xbf };
  }
  return { bits: REPLACEMENT, following: 0, low: 0, high: 0 };
}

function pushPoint(units: number[], point: number): void {
  if (point < 0x10000) {
    units.push(point);
  } else {
    units.push(0xd800 + ((point - 0x10000) >> 10), 0xdc00 + ((point - 0x10000) & 0x3ff));
  }
}
