import { z } from "zod";
import { TURN } from "../runtimes/turn-key.ts";
import type { Store } from "../store/store.ts";
import { readStored } from "../store/stored-json.ts";

/** The working tree at the start of an agent's last turn. */
export const TurnRecord = z.object({
  directory: z.string(),
  began_at: z.number(),
  /** The snapshot; null if there is none. */
  commit: z.string().nullable(),
  /** Finished after the first tool of the turn had begun: it may have changes of the turn already. */
  late: z.boolean(),
  /** Why there is no snapshot. */
  why: z.string().nullable(),
});
export type TurnRecord = z.infer<typeof TurnRecord>;

export function readTurn(store: Pick<Store, "recall">, runtimeId: string): TurnRecord | null {
  const stored = store.recall(TURN + runtimeId);
  return stored === null ? null : readStored(TurnRecord, stored);
}
