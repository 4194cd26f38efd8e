import { z } from "zod";
import { Declaration, Edge, Level, Run, Source } from "../protocol/events/event.ts";
import { EMPTY_FOLD, type RuntimeFold } from "./runtime-fold.ts";

const Mark = z.object({
  id: z.string(),
  at: z.number(),
  source: Source,
  type: z.string(),
  message: z.string(),
  turn: z.string().exactOptional(),
  session: z.string().exactOptional(),
  run: Run.exactOptional(),
  subject: z.string().exactOptional(),
  number: z.tuple([z.number(), z.number()]).exactOptional(),
});
const EdgeMark = Mark.extend({ edge: Edge });
const LookMark = Mark.extend({ level: Level, changedAt: z.number() });
const SaidMark = Mark.extend({ said: Declaration });
const EndMark = Mark.extend({ exitCode: z.number().nullable(), signal: z.string().nullable() });

const SeenMark = Mark.extend({ through: z.number(), attentionId: z.string().nullable(), isUndone: z.boolean() });
const SnoozeMark = Mark.extend({ attentionId: z.string(), until: z.number() });

const StoredFold = z.object({
  firstAt: z.number().nullable(),
  cutAt: z.number().nullable(),
  begins: z.record(z.string(), EdgeMark),
  turns: z.array(z.object({ turn: z.string(), at: z.number(), session: z.string().exactOptional() })),
  edges: z.record(z.string(), EdgeMark),
  touched: z.array(Mark),
  looks: z.record(z.string(), LookMark),
  worked: z.record(z.string(), LookMark),
  said: z.array(SaidMark),
  saidNumbered: z.record(z.string(), SaidMark),
  provisional: z.union([EdgeMark, SaidMark]).nullable(),
  typed: Mark.nullable(),
  seenThrough: z.number(),
  sights: z.array(SeenMark),
  snoozed: SnoozeMark.nullable(),
  ended: EndMark.nullable(),
  exit: EndMark.nullable(),
  unsupported: Mark.nullable(),
  numbering: z.record(z.string(), z.object({ numbered: z.boolean(), unnumbered: z.boolean() })),
  raised: z.record(z.string(), z.object({ sure: z.number(), echo: z.number() })),
  ends: z.array(z.object({ source: Source, at: z.number() })),
}) satisfies z.ZodType<RuntimeFold>;

/** Parses a fold stored as JSON, or null if invalid. Fields that an older agtmux did not store are empty. */
export function readFold(stored: unknown): RuntimeFold | null {
  if (typeof stored !== "object" || stored === null) return null;
  return StoredFold.safeParse({ ...EMPTY_FOLD, ...stored }).data ?? null;
}
