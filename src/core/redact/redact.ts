import { REDACTED, redactText } from "./redact-text.ts";
import { isSecretName } from "./secret-name.ts";

/** The only way to the redaction from other folders. */
export { REDACTED, redactText };

/**
 * Returns a copy of a JSON-like value without secrets, recognised by the key's name or the text's form. Never throws:
 * values that are too deep, too large, circular or not JSON become a word in brackets.
 */
export function redact(value: unknown): unknown {
  return redactValue(value, {
    depth: 0,
    budget: { values: MAX_VALUES, characters: MAX_CHARACTERS },
    path: new Set(),
    isSecret: false,
  });
}

const MAX_DEPTH = 40;
const MAX_VALUES = 50_000;
const MAX_CHARACTERS = 4 * 1024 * 1024;

interface Walk {
  depth: number;
  /** Remaining limits, shared by the whole walk. */
  budget: { values: number; characters: number };
  /** The objects that contain the current value, to detect cycles. */
  path: Set<object>;
  /** Whether the value is under a key that names a secret. */
  isSecret: boolean;
}

function redactValue(value: unknown, walk: Walk): unknown {
  if (walk.budget.values-- <= 0) return "[too much]";
  switch (typeof value) {
    case "string":
      return walk.isSecret ? redactWhole(value) : redactWithin(walk.budget, value);
    case "number":
      return walk.isSecret ? REDACTED : value;
    case "bigint":
      return walk.isSecret ? REDACTED : `${value}`;
    case "boolean":
    case "undefined":
      return value;
    case "function":
    case "symbol":
      return `[${typeof value}]`;
    case "object":
      return value === null ? null : redactObject(value, walk);
    default:
      return "[unknown]";
  }
}

function redactObject(value: object, walk: Walk): unknown {
  if (walk.depth >= MAX_DEPTH) return "[too deep]";
  if (walk.path.has(value)) return "[circular]";
  walk.path.add(value);
  try {
    const inner = { ...walk, depth: walk.depth + 1 };
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return "[binary]";
    if (Array.isArray(value)) return redactArray(value, inner);
    return redactRecord(value instanceof Error ? errorFacts(value) : value, inner);
  } catch {
    // a throwing getter or proxy
    return "[unreadable]";
  } finally {
    walk.path.delete(value);
  }
}

/** Also redacts the value after an option: `["--token", "abc"]`. */
function redactArray(values: unknown[], walk: Walk): unknown[] {
  const clean: unknown[] = [];
  let previous: unknown;
  for (const value of values) {
    if (walk.budget.values <= 0) {
      clean.push("[too much]");
      break;
    }
    const isSecret = walk.isSecret || isSecretOption(previous);
    clean.push(redactValue(value, isSecret === walk.isSecret ? walk : { ...walk, isSecret }));
    previous = value;
  }
  return clean;
}

function redactRecord(record: object, walk: Walk): unknown {
  const fields = record as { [key: string]: unknown; name?: unknown; key?: unknown };
  // { "name": "GITHUB_TOKEN", "value": "abc" }
  const label = "value" in fields ? (fields.name ?? fields.key) : null;
  const isSecretPair = typeof label === "string" && isSecretName(label);
  const clean: [string, unknown][] = [];
  for (const key of Object.keys(fields)) {
    if (walk.budget.values <= 0) {
      clean.push(["[too much]", true]);
      break;
    }
    const isSecret = walk.isSecret || isSecretName(key) || (isSecretPair && key === "value");
    const value = redactValue(fields[key], isSecret === walk.isSecret ? walk : { ...walk, isSecret });
    clean.push([redactWithin(walk.budget, key), value]);
  }
  // not by assignment: a key may be __proto__
  return Object.fromEntries(clean);
}

function redactWhole(text: string): string {
  return text === "" ? "" : REDACTED;
}

function redactWithin(budget: Walk["budget"], text: string): string {
  budget.characters -= text.length;
  return budget.characters < 0 ? "[too much]" : redactText(text);
}

function isSecretOption(word: unknown): boolean {
  return typeof word === "string" && /^--[A-Za-z][A-Za-z0-9_-]{0,80}$/.test(word) && isSecretName(word);
}

/** The standard fields of an Error are not enumerable. */
function errorFacts(error: Error): object {
  const { name, message, stack, cause } = error;
  return Object.assign({ name, message, stack, cause }, error);
}
