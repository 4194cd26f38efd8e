import { oneLine } from "../../../core/notify/templates/plain-text.ts";
import { parseOutside } from "../../../core/text/parse-outside.ts";
import { ChannelFault } from "./channel.ts";
import { secretForms } from "./secret-forms.ts";

/** Upper limit; the caller's signal usually ends it earlier. */
const PATIENCE_MS = 60_000;
/** Bytes of a response that are read; more is of no use. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_WORDS = 200;
/** Limit for reading the body where the status alone says whether it was accepted. */
const WORDS_MS = 2_000;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** Removed from every message, besides the address and its parts. */
  secrets: readonly string[];
  /** Only the body says whether it was accepted. */
  needsText?: boolean;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Host of the address; never the whole address, which may be a secret. */
  host: string;
}

/** One request; https except on loopback. Follows no redirect: a request signed for one host must not reach another. */
export async function post({ url, headers, body, secrets, needsText }: Post, signal: AbortSignal): Promise<Answer> {
  const address = addressOf(url);
  const hidden = [...[url, ...secrets].flatMap(secretForms), ...secrets];
  const until = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  try {
    const answer = await fetch(address, { method: "POST", headers, body, redirect: "manual", signal: until });
    const text = await readStart(answer, needsText === true ? PATIENCE_MS : WORDS_MS);
    return { status: answer.status, headers: answer.headers, text: hide(text, hidden), host: address.host };
  } catch (cause) {
    if (signal.aborted) throw new ChannelFault("stopped before it was sent", { cause });
    const why = until.aborted ? `no answer within ${PATIENCE_MS / 1_000} s` : causeOf(cause);
    throw new ChannelFault(hide(`${address.host} could not be reached: ${why}`, hidden), { cause });
  }
}

/** The fault for an unsuccessful response. `retryAfterMs`: from the body, where that says more than the header. */
export function refusalOf(answer: Answer, now: number, told: { words?: string; retryAfterMs?: number | null } = {}) {
  const { status, host, text, headers } = answer;
  const words = oneLine(told.words ?? text).slice(0, MAX_WORDS);
  const message = `${host} answered ${status}${words === "" ? "" : `: ${words}`}`;
  if (status >= 300 && status < 400)
    return new ChannelFault(`${host} answered ${status}, a redirect: these are not followed, write the final address`, {
      lasting: true,
    });
  const isPassing = status === 408 || status === 425 || status === 429 || status >= 500;
  const retryAfterMs = told.retryAfterMs ?? retryAfter(headers.get("retry-after"), now);
  return new ChannelFault(message, { lasting: !isPassing, retryAfterMs: isPassing ? retryAfterMs : null });
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** The JSON object in the body, or an empty one. */
export function objectIn({ text }: Pick<Answer, "text">): Record<string, unknown> {
  try {
    const value: unknown = parseOutside(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Parses seconds to milliseconds; null if it is not such a number. */
export function secondsIn(value: unknown): number | null {
  const seconds = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds * 1_000) : null;
}

/** Parses Retry-After: seconds, or a date. */
function retryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  const date = Date.parse(value);
  return secondsIn(value) ?? (Number.isNaN(date) ? null : Math.max(0, date - now));
}

function addressOf(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new ChannelFault("its address is not an http(s) address", { lasting: true });
  if (address.username !== "" || address.password !== "")
    throw new ChannelFault("its address has a name or password in it: write them as a token", { lasting: true });
  if (address.protocol === "http:" && !LOOPBACK.test(address.hostname))
    throw new ChannelFault(`${address.host} is not on this machine: only https is used for it`, { lasting: true });
  return address;
}

/** The body as far as it was received, even if it stalls or is cut off. */
async function readStart(answer: Response, patienceMs: number): Promise<string> {
  const reader = answer.body?.getReader();
  const close = () => void reader?.cancel().catch(() => undefined);
  const timer = setTimeout(close, patienceMs);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    while (length < MAX_ANSWER_BYTES) {
      const { value } = (await reader?.read()) ?? {};
      if (value === undefined) break;
      chunks.push(value);
      length += value.length;
    }
  } catch {
    // cut off: keep what was received
  } finally {
    clearTimeout(timer);
    close();
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString("utf8");
}

function causeOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, message } = inner as { code?: string; message?: string };
  return message || code || String(error);
}

function hide(text: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret !== "").reduce((words, secret) => words.replaceAll(secret, "…"), text);
}
