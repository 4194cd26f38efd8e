import type { Client } from "../../client/client.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { timeLeft } from "../render/words.ts";

/** The note beside the row; null if the row itself shows the result. */
type Words = Promise<string | null>;
type Called = Pick<PaneItem, "attention">;

export async function markSeen(client: Pick<Client, "see">, { attention }: Called): Words {
  if (attention === null) return null;
  const report = await client.see({ attention_ids: [attention.attention_id], through: attention.raised_at });
  return report.seen.some(({ is_open }) => is_open) ? "seen; it stays until it is answered" : null;
}

export async function takeBackSeen(client: Pick<Client, "unsee">, { attention }: Called): Words {
  if (attention === null) return null;
  const { seen } = await client.unsee({ attention_ids: [attention.attention_id] });
  return seen.length === 0 ? "it cannot be taken back: something newer has come" : "it calls again";
}

export async function snooze(client: Pick<Client, "snooze">, { attention }: Called, for_ms: number): Words {
  if (attention === null) return null;
  await client.snooze({ attention_ids: [attention.attention_id], for_ms });
  return for_ms === 0 ? "it calls again" : `put off for ${timeLeft(for_ms)}; u takes that back`;
}
