import { Fault } from "../../core/protocol/base/fault.ts";
import type { PageSize } from "../../core/protocol/routes/list-words.ts";

/** The query parameter `limit`: how many items a page may hold. */
export function readLimit(word: string | undefined, { usual, most }: PageSize): number {
  if (word === undefined) return usual;
  const limit = Number(word);
  if (Number.isInteger(limit) && limit > 0 && limit <= most) return limit;
  throw new Fault("E_INVALID_FILTER", `limit: "${word}" is no number from 1 to ${most}`, { limit: word });
}
