import {
  SQUAD_DEEPEST,
  SQUAD_LONGEST,
  SQUAD_PAYLOADS,
  SQUAD_TYPES,
  type SquadType,
} from "../../protocol/squad/squad.ts";
import { parseOutside } from "../../text/parse-outside.ts";
import { expectations, type PayloadFault, pathText } from "./payload-fault.ts";
import { unknownFields } from "./unknown-fields.ts";

export type PayloadCheck = { ok: true; data: Record<string, unknown> } | { ok: false; faults: PayloadFault[] };

export interface Strictness {
  /** Whether unknown fields are faults. */
  strict: boolean;
}

export function isSquadType(word: string): word is SquadType {
  return SQUAD_TYPES.some((type) => type === word);
}

/** Parses any text into a payload of the type, or its faults. */
export function readPayload(type: SquadType, text: string, how: Strictness): PayloadCheck {
  if (text.length > SQUAD_LONGEST)
    return refuse({ path: "payload", expected: `at most ${SQUAD_LONGEST} characters`, got: String(text.length) });
  let payload: unknown;
  try {
    payload = parseOutside(text);
  } catch (cause) {
    return refuse({ path: "payload", expected: "JSON", got: cause instanceof Error ? cause.message : String(cause) });
  }
  return validatePayload(type, payload, how);
}

/** Returns a valid payload unchanged: a parsed copy would lose the order of fields, and some of their names. */
export function validatePayload(type: SquadType, payload: unknown, { strict }: Strictness): PayloadCheck {
  if (isDeeperThan(payload, SQUAD_DEEPEST))
    return refuse({ path: "payload", expected: `at most ${SQUAD_DEEPEST} values within each other` });
  const schema = SQUAD_PAYLOADS[type];
  const parsed = schema.safeParse(payload);
  const faults = parsed.success ? [] : expectations(parsed.error.issues, payload);
  const extra = strict ? unknownFields(schema, payload) : [];
  for (const path of extra) faults.push({ path: pathText(path), expected: "no field of this name (--strict)" });
  return faults.length === 0 ? { ok: true, data: payload as Record<string, unknown> } : { ok: false, faults };
}

function refuse(fault: PayloadFault): PayloadCheck {
  return { ok: false, faults: [fault] };
}

function isDeeperThan(value: unknown, deepest: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return false;
}
