import { readFileSync } from "node:fs";
import { Fault } from "../../core/protocol/base/fault.ts";
import { SQUAD_TYPES, type SquadType } from "../../core/protocol/squad/squad.ts";
import { faultText } from "../../core/signals/squad/payload-fault.ts";
import { isSquadType, readPayload } from "../../core/signals/squad/validate.ts";
import { readOptions } from "../common/options.ts";
import type { SQUAD_SIGNAL } from "../tables/squad-signal.ts";
import type { SQUAD_SIGNAL_VALIDATE } from "../tables/squad-signal-validate.ts";

const STDIN = 0;

export interface TypedPayload {
  type: SquadType;
  data: Record<string, unknown>;
}

/** Parses `<type> '<json>'|- [--strict]`; an invalid payload is a usage error. */
export function payloadArgument(
  table: typeof SQUAD_SIGNAL | typeof SQUAD_SIGNAL_VALIDATE,
  args: string[],
): TypedPayload {
  const { positionals, values } = readOptions(table, args);
  const [type, payload, ...rest] = positionals;
  if (type === undefined) throw new Fault("E_USAGE", `${table.name} wants a type: ${SQUAD_TYPES.join(", ")}`);
  if (!isSquadType(type))
    throw new Fault("E_USAGE", `"${type}" is not a type of signal: one of ${SQUAD_TYPES.join(", ")}. Nothing was sent`);
  if (rest.length > 0)
    throw new Fault("E_USAGE", `${table.name} wants one payload, not ${rest.length + 1} words: put it in quotes`);
  const text = payload === "-" ? new TextDecoder().decode(readFileSync(STDIN)) : (payload ?? "{}");
  const check = readPayload(type, text, { strict: values.strict === true });
  if (!check.ok) throw new Fault("E_USAGE", faultText(type, check.faults), { faults: check.faults });
  return { type, data: check.data };
}
