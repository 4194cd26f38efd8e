import { decodeUtf8 } from "../terminal/decode-utf8.ts";
import type { Frame } from "./sentinel.ts";
import { type FileTime, parseFileTime } from "./watcher-time.ts";

/** The reader of a spool, as recorded in its lock. */
export interface SpoolOwner {
  kind: string;
  daemon: string;
  pid: number | null;
  start: string;
}

/** A spool entry as read on its machine. */
export interface WatchedEntry {
  name: string;
  /** Milliseconds on that machine's clock. */
  time: number;
  /** The same whenever this entry is read again. */
  key: string;
  content: { ok: true; bytes: Uint8Array } | { ok: false; fault: string };
}

/** A whole file at one moment; text and time belong together. */
export interface WatchedLook {
  text: string;
  time: number;
  stamp: string;
}

/** Bytes of a growing file, from `offset` on. */
export interface WatchedPiece {
  /** Identity of the file: a new file with the same name has another one. */
  file: string;
  offset: number;
  bytes: Uint8Array;
}

export type WatcherFrame =
  | { type: "hello"; protocol: number; pid: number; boot: string; clock: number }
  | { type: "spool"; entry: WatchedEntry }
  | { type: "batch"; count: number }
  /** Null if there is no plain file of a sensible size. */
  | { type: "file"; path: string; look: WatchedLook | null }
  /** A squad signal file, by its name in the signal directory; `refused` is the reason if it was not read. */
  | { type: "signal"; name: string; look: WatchedLook | { refused: string } }
  /** Null if there is nothing new; the same request is answered again when there is. */
  | { type: "lines"; number: number; piece: WatchedPiece | null }
  | { type: "clock"; number: number; at: number }
  | { type: "processes"; number: number; text: string }
  | { type: "refused"; owner: SpoolOwner }
  | { type: "odd"; name: string }
  /** Whether inotify watches are available: the machine limits them. */
  | { type: "watches"; areEnough: boolean }
  /** Why our directory on that machine cannot be written any more, or null. */
  | { type: "home"; unwritable: string | null }
  | { type: "bye"; why: string }
  | { type: "unknown"; name: string | null };

/** Decodes a watcher's frame. Its characters are bytes: a payload need not be UTF-8. */
export function readWatcherFrame(frame: Frame): WatcherFrame {
  const unknown = { type: "unknown", name: frame.name } as const;
  if (frame.name === null) return unknown;
  if (frame.name.startsWith("spool/")) return spoolFrame(frame.name.slice("spool/".length), frame.content) ?? unknown;
  if (frame.name.startsWith("file/")) return fileFrame(frame.name.slice("file/".length), frame.content) ?? unknown;
  if (frame.name.startsWith("signal/"))
    return signalFrame(frame.name.slice("signal/".length), frame.content) ?? unknown;
  const [word, number = ""] = frame.name.split(" ");
  if (word === "line") return linesFrame(number, frame.content) ?? unknown;
  const text = textOf(frame.content);
  switch (word) {
    case "hello":
      return helloFrame(readLines(text)) ?? unknown;
    case "batch":
      return isNumber(text) ? { type: "batch", count: Number(text) } : unknown;
    case "clock": {
      const at = parseFileTime(text);
      return at !== null && isNumber(number) ? { type: "clock", number: Number(number), at: at.ms } : unknown;
    }
    case "ps":
      return isNumber(number) ? { type: "processes", number: Number(number), text } : unknown;
    case "refused":
      return { type: "refused", owner: readOwner(text) };
    case "odd":
      return { type: "odd", name: text };
    case "watches":
      return { type: "watches", areEnough: text.trim() === "enough" };
    case "home":
      return { type: "home", unwritable: text === "ok" ? null : text };
    case "bye":
      return { type: "bye", why: text };
    default:
      return unknown;
  }
}

/** Parses the file `owner` of a spool's lock. */
export function readOwner(text: string): SpoolOwner {
  const lines = readLines(text);
  const pid = lines.get("pid") ?? "";
  return {
    kind: lines.get("kind") ?? "",
    daemon: lines.get("daemon") ?? "",
    pid: isNumber(pid) ? Number(pid) : null,
    start: lines.get("start") ?? "",
  };
}

export function formatOwner({ kind, daemon, pid, start }: SpoolOwner): string {
  return `kind=${kind}\ndaemon=${daemon}\npid=${pid ?? ""}\nstart=${start}\n`;
}

function helloFrame(lines: ReadonlyMap<string, string>): WatcherFrame | null {
  const [protocol = "", pid = ""] = [lines.get("protocol"), lines.get("pid")];
  const clock = parseFileTime(lines.get("clock") ?? "");
  if (!isNumber(protocol) || !isNumber(pid) || clock === null) return null;
  const boot = lines.get("boot") ?? "";
  return { type: "hello", protocol: Number(protocol), pid: Number(pid), boot, clock: clock.ms };
}

/** An invalid entry still has a name, so that it can be rejected and the rest goes on. */
function spoolFrame(name: string, content: string): WatcherFrame | null {
  if (!isSpoolName(name)) return null;
  const dated = readDated(content);
  if (dated === null) {
    const fault = content.startsWith("- ") ? textOf(content.slice(2)) : "its date cannot be read";
    return { type: "spool", entry: { name, time: 0, key: name, content: { ok: false, fault } } };
  }
  const { time, size, bytes } = dated;
  const whole = bytes.length === size;
  const fault = `${bytes.length} of ${size} bytes could be read`;
  const entry = { name, time: time.ms, key: `${name}@${time.ns}` };
  return { type: "spool", entry: { ...entry, content: whole ? { ok: true, bytes } : { ok: false, fault } } };
}

function fileFrame(path: string, content: string): WatcherFrame | null {
  const file = { type: "file", path: textOf(path) } as const;
  if (content === "-") return { ...file, look: null };
  const dated = readDated(content);
  if (dated === null || dated.bytes.length !== dated.size) return null;
  return { ...file, look: { text: decodeUtf8(dated.bytes), time: dated.time.ms, stamp: dated.time.ns } };
}

function signalFrame(name: string, content: string): WatcherFrame | null {
  const signal = { type: "signal", name: textOf(name) } as const;
  if (content.startsWith("- ")) return { ...signal, look: { refused: textOf(content.slice(2)) } };
  const dated = readDated(content);
  // written while it was read: it will be sent again
  if (dated === null || dated.bytes.length !== dated.size) return null;
  return { ...signal, look: { text: decodeUtf8(dated.bytes), time: dated.time.ms, stamp: dated.time.ns } };
}

/** A line `<file> <offset>`, the bytes, and a line with their number. */
function linesFrame(number: string, content: string): WatcherFrame | null {
  if (!isNumber(number)) return null;
  const lines = { type: "lines", number: Number(number) } as const;
  if (content === "-") return { ...lines, piece: null };
  const [head, tail] = [content.indexOf("\n"), content.lastIndexOf("\n")];
  const [, file = "", offset = ""] = /^(\d+\.\d+) (\d+)$/.exec(content.slice(0, Math.max(head, 0))) ?? [];
  const bytes = bytesOf(content.slice(head + 1, Math.max(tail, 0)));
  if (!isNumber(offset) || tail <= head || content.slice(tail + 1) !== String(bytes.length)) return null;
  return { ...lines, piece: { file, offset: Number(offset), bytes } };
}

/** A line `<size> <mtime>` and the bytes. A line break that awk adds beyond the size is cut off. */
function readDated(content: string): { size: number; time: FileTime; bytes: Uint8Array } | null {
  const end = content.indexOf("\n");
  const [, size = "", mtime = ""] = /^(\d+) (.+)$/.exec(content.slice(0, Math.max(end, 0))) ?? [];
  const time = parseFileTime(mtime);
  if (!isNumber(size) || time === null) return null;
  return { size: Number(size), time, bytes: bytesOf(content.slice(end + 1, end + 1 + Number(size))) };
}

function readLines(text: string): Map<string, string> {
  const pairs = text.split("\n").map((line): [string, string] => {
    const equals = line.indexOf("=");
    return [line.slice(0, Math.max(equals, 0)), line.slice(equals + 1)];
  });
  return new Map(pairs.filter(([key]) => key !== ""));
}

/** A plain name, which cannot leave its directory. */
export function isSpoolName(name: string): boolean {
  return /^[A-Za-z0-9_:@-][A-Za-z0-9._:@-]*$/.test(name);
}

function isNumber(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

function bytesOf(characters: string): Uint8Array {
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < characters.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

function textOf(characters: string): string {
  return decodeUtf8(bytesOf(characters));
}
