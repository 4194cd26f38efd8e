import type { ErrorCode } from "../../../core/protocol/error-codes.ts";
import type { Fault } from "../../../core/protocol/fault.ts";

/** What is wrong with a form: by field, and what belongs to none. */
export interface FieldFaults<Field extends string> {
  fields: Partial<Record<Field, string>>;
  /** Null where every part of the refusal has its field. */
  rest: Fault | null;
}

/** Which field a refusal is about: the daemon names it, or its code does. */
export function fieldFaults<Field extends string>(
  fault: Fault,
  names: readonly Field[],
  byCode: Partial<Record<ErrorCode, Field>>,
): FieldFaults<Field> {
  const field = byCode[fault.code];
  if (field !== undefined) return { fields: { [field]: fault.message } as Partial<Record<Field, string>>, rest: null };
  const fields: Partial<Record<Field, string>> = {};
  const said = sentences(fault);
  let homeless = said.length === 0;
  for (const sentence of said) {
    const [, word, words] = /^(?:--)?(\w+)(?:\.\d+)?: (.*)$/s.exec(sentence) ?? [];
    const name = names.find((each) => each === word);
    if (name === undefined || words === undefined) homeless = true;
    else fields[name] ??= words;
  }
  return { fields, rest: homeless ? fault : null };
}

function sentences({ code, message, details }: Fault): string[] {
  if (code !== "E_INVALID_INPUT") return [];
  return Array.isArray(details.faults) ? details.faults.map(String) : [message];
}
