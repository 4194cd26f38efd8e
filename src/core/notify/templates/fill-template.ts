import type { Notification } from "../../protocol/notify/notify.ts";
import { FIELDS, isField } from "./fields.ts";
import { plainText } from "./plain-text.ts";

export type Filled = { ok: true; text: string } | { ok: false; fault: string };

const PLACE = /\{\{\s*([^{}]*?)\s*\}\}/g;
/** Deeper than any hand-written body. */
const DEEPEST = 64;

/** Fills a text template; `tame` escapes the agent's text for the place where it is shown. */
export function fillText(template: string, notification: Notification, tame: (value: string) => string): Filled {
  const fault = faultIn(template);
  if (fault !== null) return { ok: false, fault };
  return { ok: true, text: substitute(template, notification, tame) };
}

/** Fills a JSON template whose strings hold {{fields}}. Filling after parsing keeps a value from leaving its string. */
export function fillJson(template: string, notification: Notification): Filled {
  const read = readJson(template);
  if (!read.ok)
    return { ok: false, fault: `the template is no JSON (${read.fault}): {{fields}} stand within its strings` };
  const fault = faultIn(template);
  if (fault !== null) return { ok: false, fault };
  return { ok: true, text: JSON.stringify(fillValue(read.value, notification, 0)) };
}

function fillValue(value: unknown, notification: Notification, depth: number): unknown {
  if (typeof value === "string") return substitute(value, notification, (text) => text);
  if (value === null || typeof value !== "object" || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((each) => fillValue(each, notification, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, fillValue(each, notification, depth + 1)]),
  );
}

/** In one pass: a value that itself contains {{…}} is not expanded. */
function substitute(template: string, notification: Notification, tame: (value: string) => string): string {
  return template.replaceAll(PLACE, (_, name: string) =>
    isField(name) ? tame(plainText(FIELDS[name](notification))) : "",
  );
}

function faultIn(template: string): string | null {
  for (const [place, name = ""] of template.matchAll(PLACE))
    if (!isField(name))
      return `the template names ${place}, which is no field; there are ${Object.keys(FIELDS).join(", ")}`;
  return null;
}

function readJson(text: string): { ok: true; value: unknown } | { ok: false; fault: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, fault: error instanceof Error ? error.message : String(error) };
  }
}
