import { decodeUtf8 } from "../terminal/decode-utf8.ts";

const MAGIC = "agtmux1";
const LF = 0x0a;

/** One event that a hook has left in the spool. */
export interface SpoolEntry {
  agent: string;
  event: string;
  pane: string | null;
  /** The hook's `$TMUX`: socket, server pid, session. */
  tmux: string | null;
  pid: number | null;
  /** Parent of `pid`, which may be a shell that has ended by now. */
  above?: number;
  /** Start time of process `pid`, in the unit of its system. */
  start: string | null;
  session: string | null;
  /** The home directory of the agent's user. */
  home?: string;
  /**
   * Where an answer is awaited: pid of a hook, which prints it for the agent, or `PID/NAME` of a program that looks for
   * it in its own directory.
   */
  answer?: string;
  /** The agent's payload, unchanged. */
  payload: string;
}

export type SpoolEntryResult = { ok: true; entry: SpoolEntry } | { ok: false; fault: string };

export function parseSpoolEntry(bytes: Uint8Array): SpoolEntryResult {
  const end = bytes.indexOf(LF);
  if (end < 0) return fail("the header line has no end", `a line "${MAGIC}\\tagent=…\\tevent=…" and the payload`);
  const [magic = "", ...pairs] = decodeUtf8(bytes, 0, end).split("\t");
  if (magic !== MAGIC) return fail(`the file starts with "${shorten(magic)}"`, `"${MAGIC}"`);

  const header = readPairs(pairs);
  const agent = header.get("agent");
  const event = header.get("event");
  const pane = header.get("pane") ?? null;
  const pid = header.get("pid") ?? null;
  const [above = "", answer = "", home] = [header.get("above"), header.get("answer"), header.get("home")];
  if (!isName(agent)) return fail(`agent is ${quote(agent)}`, NAME_RULE);
  if (!isName(event)) return fail(`event is ${quote(event)}`, NAME_RULE);
  if (pane !== null && !/^%\d+$/.test(pane)) return fail(`pane is ${quote(pane)}`, "%N, a tmux pane id");
  if (pid !== null && !/^[1-9]\d{0,9}$/.test(pid)) return fail(`pid is ${quote(pid)}`, "a positive integer");

  return {
    ok: true,
    entry: {
      agent,
      event,
      pane,
      tmux: header.get("tmux") ?? null,
      pid: pid === null ? null : Number(pid),
      ...(/^[1-9]\d{0,9}$/.test(above) && { above: Number(above) }),
      start: header.get("start") ?? null,
      session: header.get("session") ?? null,
      ...(home !== undefined && { home }),
      ...(/^[1-9]\d{0,9}(?:\/\w{1,20})?$/.test(answer) && { answer }),
      payload: decodeUtf8(bytes, end + 1),
    },
  };
}

export function formatSpoolEntry({ payload, ...header }: SpoolEntry): string {
  const pairs = Object.entries(header)
    .filter(([, value]) => value != null)
    // values of hooks contain no tab or line break; one would break the header
    .map(([key, value]) => `${key}=${String(value).replaceAll(/[\t\n]/g, " ")}`);
  return `${[MAGIC, ...pairs].join("\t")}\n${payload}`;
}

const NAME_RULE = "one or more of A-Z a-z 0-9 _ . : -";

/** The first of a repeated key counts; an empty value counts as absent, because shells write unset variables so. */
function readPairs(pairs: readonly string[]): Map<string, string> {
  const header = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    const key = pair.slice(0, equals);
    const value = pair.slice(equals + 1);
    if (equals > 0 && value !== "" && !header.has(key)) header.set(key, value);
  }
  return header;
}

function isName(value: string | undefined): value is string {
  return value !== undefined && /^[A-Za-z0-9_.:-]+$/.test(value);
}

function fail(wrong: string, expected: string): SpoolEntryResult {
  return { ok: false, fault: `${wrong}, expected ${expected}` };
}

function quote(value: string | undefined): string {
  return value === undefined ? "missing" : `"${shorten(value)}"`;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
