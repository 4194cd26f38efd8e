import type { ErrorCode } from "../../../core/protocol/base/error-codes.ts";
import type { Fault } from "../../../core/protocol/base/fault.ts";

/** A form's errors by field. */
export interface FieldFaults<Field extends string> {
  fields: Partial<Record<Field, string>>;
  /** The whole fault, if part of it belongs to no field; else null. */
  rest: Fault | null;
}

/** Assigns a refusal to its field, by its error code or by the field that the daemon names. */
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
