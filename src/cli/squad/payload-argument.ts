import { readFileSync } from "node:fs";
import { Fault } from "../../core/protocol/fault.ts";
import { SQUAD_TYPES, type SquadType } from "../../core/protocol/squad.ts";
import { faultText } from "../../core/signals/squad/payload-fault.ts";
import { isSquadType, readPayload } from "../../core/signals/squad/validate.ts";
import { readOptions } from "../options.ts";

const STDIN = 0;

export interface TypedPayload {
  type: SquadType;
  data: Record<string, unknown>;
}

/** The words `<type> '<json>'|- [--strict]` of a command; a payload that does not fit is a fault of its words. */
export function payloadArgument(command: string, args: string[]): TypedPayload {
  const { positionals, values } = readOptions(command, args, {
    allowPositionals: true,
    options: { strict: { type: "boolean" } },
  });
  const [type, payload, ...rest] = positionals;
  if (type === undefined) throw new Fault("E_USAGE", `${command} wants a type: ${SQUAD_TYPES.join(", ")}`);
  if (!isSquadType(type))
    throw new Fault("E_USAGE", `"${type}" is not a type of signal: one of ${SQUAD_TYPES.join(", ")}. Nothing was sent`);
  if (rest.length > 0)
    throw new Fault("E_USAGE", `${command} wants one payload, not ${rest.length + 1} words: put it in quotes`);
  const text = payload === "-" ? new TextDecoder().decode(readFileSync(STDIN)) : (payload ?? "{}");
  const check = readPayload(type, text, { strict: values.strict === true });
  if (!check.ok) throw new Fault("E_USAGE", faultText(type, check.faults), { faults: check.faults });
  return { type, data: check.data };
}
