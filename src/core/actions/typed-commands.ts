import { decodeUtf8 } from "../terminal/decode-utf8.ts";
import { tmuxString } from "./tmux-words.ts";

/** tmux's time grows more than linearly with their number. */
const MAX_HEX = 128;

/** tmux commands that type exactly these bytes: text as text, which is fast, anything else byte by byte. */
export function typedCommands(paneId: string, bytes: Uint8Array): string {
  const commands: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const textEnd = endOfText(bytes, at);
    if (textEnd > at) {
      commands.push(`send-keys -t ${paneId} -l -- ${tmuxString(decodeUtf8(bytes, at, textEnd))}`);
      at = textEnd;
      continue;
    }
    const end = endOfOthers(bytes, at);
    const hex = Array.from(bytes.subarray(at, end), (byte) => byte.toString(16));
    commands.push(`send-keys -t ${paneId} -H ${hex.join(" ")}`);
    at = end;
  }
  return commands.join(" ; ");
}

function endOfText(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let length = textAt(bytes, at); length > 0; length = textAt(bytes, at)) at += length;
  return at;
}

function endOfOthers(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && at - from < MAX_HEX && textAt(bytes, at) === 0) at += 1;
  return at;
}

/** Length of the complete, printable character at `at`; 0 for anything else. */
function textAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return lead >= 0x20 && lead !== 0x7f ? 1 : 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const character = decodeUtf8(bytes, at, Math.min(at + length, bytes.length));
  const [code = 0, ...others] = Array.from(character, (each) => each.codePointAt(0) ?? 0);
  return others.length === 0 && code >= 0xa0 && code !== 0xfffd ? length : 0;
}
