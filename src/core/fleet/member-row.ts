import { z } from "zod";
import { FLEET_VERSION, type Share } from "../protocol/fleet/fleet.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";
import { redactText } from "../redact/redact.ts";
import { parseOutside } from "../text/parse-outside.ts";
import { sharedItem } from "./shared-item.ts";

/** Orders what a member says of one pane: its database, and the change in that database's log. */
export interface RowStamp {
  generation: number;
  n: number;
}

/** The value of a pane's key. Unknown fields are of newer versions. */
const RowValue = z.looseObject({
  fleet_version: z.number().int().positive(),
  readable_by: z.number().int().positive(),
  generation: z.number().int().nonnegative(),
  n: z.number().int().nonnegative(),
  /** Null if the pane is gone. */
  item: z.looseObject({}).nullable(),
});

export interface MemberRow extends RowStamp {
  /** As the member sent it; null if the pane is gone. */
  item: Record<string, unknown> | null;
}

/** Larger values are no panes: readers skip them. */
export const LONGEST_ROW = 65_536;

/** The text of a row; of a pane with too many words only its state. */
export function rowText(item: PaneItem | null, stamp: RowStamp, share: Share): string {
  const text = textOf(item, stamp, share);
  return text.length <= LONGEST_ROW / 3 ? text : textOf(item, stamp, "state");
}

/** Null for anything else, and for rows of a version that this one cannot read. */
export function readRow(text: string): MemberRow | null {
  if (text.length > LONGEST_ROW) return null;
  const parsed = RowValue.safeParse(parseJson(text));
  if (!parsed.success || parsed.data.readable_by > FLEET_VERSION) return null;
  const { generation, n, item } = parsed.data;
  return { generation, n, item };
}

export function isNewer(row: RowStamp, than: RowStamp): boolean {
  return row.generation === than.generation ? row.n > than.n : row.generation > than.generation;
}

/** Unknown text is a value, too. */
export function parseJson(text: string): unknown {
  try {
    return parseOutside(text);
  } catch {
    return null;
  }
}

function textOf(item: PaneItem | null, { generation, n }: RowStamp, share: Share): string {
  const versions = { fleet_version: FLEET_VERSION, readable_by: 1 };
  const shared = item === null ? null : redactWords(sharedItem(item, share));
  return JSON.stringify({ ...versions, generation, n, item: shared });
}

/** The words are redacted already where they come in; folders and commands are not. */
function redactWords(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) return value.map(redactWords);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redactWords(each)]));
}
