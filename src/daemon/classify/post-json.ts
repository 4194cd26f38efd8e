import { REDACTED, redactText } from "../../core/redact/redact.ts";
import { parseOutside } from "../../core/text/parse-outside.ts";
import { ProviderFailure } from "./provider.ts";

/** A verdict has some hundred characters; this is only an upper limit. */
const MAX_BYTES = 256 * 1024;
const COMPLAINT_LENGTH = 200;

export interface Posted {
  status: number;
  /** Parsed JSON; undefined if it is not JSON. */
  answer: unknown;
}

/**
 * One request. Follows no redirect: screen text and key go only to the configured address. Failures that may pass (429,
 * 5xx, a cut connection) are transient.
 */
export async function postJson(
  url: string,
  headers: Record<string, string>,
  body: object,
  signal: AbortSignal,
): Promise<Posted> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/json", accept: "application/json", ...headers },
      body: JSON.stringify(body),
      signal,
    });
    text = await readAtMost(response, MAX_BYTES);
  } catch (cause) {
    if (cause instanceof ProviderFailure || signal.aborted) throw cause;
    throw new ProviderFailure(`${hostOf(url)} cannot be asked: ${reasonOf(cause)}`, { isPassing: true, cause });
  }
  const { status } = response;
  if (status >= 300 && status < 400)
    throw new ProviderFailure(`${hostOf(url)} sends elsewhere (${status}): redirects are not followed`);
  if (status === 429 || status >= 500) {
    const retryAfterMs = retryAfter(
      response.headers.get("retry-after"),
      Date.parse(response.headers.get("date") ?? ""),
    );
    throw new ProviderFailure(`${hostOf(url)} answered ${status}`, { isPassing: true, retryAfterMs });
  }
  return { status, answer: parsed(text) };
}

/** The API's error message, shortened. Some repeat the key they refuse, so it is removed. */
export function refusal(url: string, { status, answer }: Posted, key: string | null): ProviderFailure {
  const { error } = (answer ?? {}) as { error?: { message?: unknown } | string };
  const said = typeof error === "string" ? error : error?.message;
  const words = typeof said === "string" ? `: ${clean(said, key).slice(0, COMPLAINT_LENGTH)}` : "";
  return new ProviderFailure(`${hostOf(url)} answered ${status}${words}`);
}

function clean(text: string, key: string | null): string {
  return redactText(key === null ? text : text.replaceAll(key, REDACTED)).replaceAll(/\s+/g, " ");
}

async function readAtMost(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > most) throw new ProviderFailure(`the answer has more than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Seconds, or a date compared with the server's own clock. */
function retryAfter(word: string | null, serverNow: number): number | null {
  if (word === null) return null;
  if (/^\d+$/.test(word.trim())) return Number(word) * 1_000;
  const wait = Date.parse(word) - serverNow;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

function hostOf(url: string): string {
  return new URL(url).host;
}

/** fetch only says that it failed; the reason is in `cause`. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  const { code, message: behind } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? behind ?? message;
}

function parsed(text: string): unknown {
  try {
    return parseOutside(text);
  } catch {
    return undefined;
  }
}
