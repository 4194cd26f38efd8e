import type { z } from "zod";
import type { SquadType } from "../../protocol/squad/squad.ts";
import { SQUAD_EXAMPLES } from "./examples.ts";

export interface PayloadFault {
  /** In JavaScript notation: `options[1].label`. */
  path: string;
  expected: string;
  /** Absent if the field should not exist at all. */
  got?: string;
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const MAX_TOLD = 20;
const LONGEST_GOT = 60;

/** Lists the faults and an example of a valid payload. Escape sequences of a payload never reach the terminal. */
export function faultText(type: SquadType, faults: readonly PayloadFault[]): string {
  const told = faults
    .slice(0, MAX_TOLD)
    .map(({ path, expected, got }) => `  ${path}: expected ${expected}${got === undefined ? "" : `, got ${got}`}`)
    .map((line) => line.replaceAll(/\p{Cc}/gu, "\u{FFFD}"));
  const untold = faults.length - told.length;
  return [
    `the payload does not fit "${type}"`,
    ...told,
    ...(untold > 0 ? [`  and ${untold} more`] : []),
    `Example: squad-signal ${type} '${JSON.stringify(SQUAD_EXAMPLES[type])}'`,
    "Nothing was written",
  ].join("\n");
}

/** Converts zod's issues into our faults. */
export function expectations(issues: readonly Issue[], payload: unknown, at: Path = []): PayloadFault[] {
  return issues.flatMap((issue) => {
    const path = [...at, ...issue.path];
    if (issue.code !== "invalid_union")
      return [{ path: pathText(path), expected: expected(issue), got: shown(valueAt(payload, path)) }];
    // the variant with the right outermost type is the one that was meant
    const meant = issue.errors.find((branch) => branch.every((each) => each.path.length > 0));
    if (meant !== undefined) return expectations(meant, payload, path);
    const either = issue.errors.flatMap((branch) => branch.slice(0, 1).map(expected));
    return [{ path: pathText(path), expected: either.join(" or "), got: shown(valueAt(payload, path)) }];
  });
}

export function pathText(path: Path): string {
  if (path.length === 0) return "payload";
  const parts = path.map((part) => {
    if (typeof part === "number") return `[${part}]`;
    const name = String(part);
    return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${shown(name)}]`;
  });
  return parts.join("").replace(/^\./, "");
}

const KINDS: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "an array",
};

function expected(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return KINDS[issue.expected] ?? issue.expected;
    case "invalid_value":
      return `one of ${issue.values.join(", ")}`;
    case "too_small":
      if (issue.origin === "string") return "a string that is not empty";
      if (issue.origin === "array") return "an array that is not empty";
      return `a number ${issue.inclusive === false ? "above" : "of at least"} ${issue.minimum}`;
    case "too_big":
      return issue.origin === "string" ? `at most ${issue.maximum} characters` : `a number of at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

function valueAt(payload: unknown, path: Path): unknown {
  let value = payload;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > LONGEST_GOT ? `${text.slice(0, LONGEST_GOT)}…` : text;
}
