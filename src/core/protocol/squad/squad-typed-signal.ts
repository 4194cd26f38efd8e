import { z } from "zod";
import { SQUAD_PAYLOADS, SQUAD_TYPES, type SquadType } from "./squad.ts";

/** A signal whose data fit its type. In its JSON Schema each type's payload has its own name under `$defs`. */
export const SquadTypedSignal = z.discriminatedUnion("type", [
  typed(SQUAD_TYPES[0]),
  ...SQUAD_TYPES.slice(1).map((type) => typed(type)),
]);

function typed(type: SquadType) {
  const payload: z.ZodType = SQUAD_PAYLOADS[type];
  return z.looseObject({ type: z.literal(type), data: payload.meta({ id: type }) });
}
