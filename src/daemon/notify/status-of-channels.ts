import type {
  ChannelItem,
  ChannelKind,
  Delivery,
  DeliveryCounts,
  DeliveryState,
} from "../../core/protocol/notify/notify.ts";
import type { Tested } from "./delivery-queues.ts";

type Counted = readonly { channel: string; state: DeliveryState; count: number }[];

export interface ChannelFacts {
  fault: string | null;
  counted: Counted;
  lastSent: number | null;
  /** Its rows that failed, newest first. */
  failing: readonly Delivery[];
  /** Since the daemon started. */
  lastFailure: { at: number; message: string } | null;
  lastTest: Tested | null;
}

export function totals(counted: Counted): DeliveryCounts {
  const counts = { waiting: 0, sent: 0, dropped: 0, dead: 0 };
  for (const { state, count } of counted) counts[state] += count;
  return counts;
}

export function channelItem(
  name: string,
  kind: ChannelKind,
  device: string | null,
  { fault, counted, lastSent, failing, lastFailure, lastTest }: ChannelFacts,
): ChannelItem {
  const [row] = failing;
  const kept = row === undefined ? null : { at: row.settled_at ?? row.failing_since ?? 0, message: row.outcome ?? "" };
  const delivery = lastFailure ?? kept;
  const isTestNewer = lastTest !== null && (delivery === null || lastTest.at > delivery.at);
  const failure = isTestNewer && lastTest.fault !== null ? { at: lastTest.at, message: lastTest.fault } : delivery;
  const workedAt = Math.max(lastSent ?? 0, lastTest?.fault === null ? lastTest.at : 0);
  const isOver = failure !== null && workedAt > failure.at;
  return {
    name,
    kind,
    origin: device === null ? "settings" : "device",
    device_id: device,
    fault,
    counts: totals(counted.filter(({ channel }) => channel === name)),
    last_sent_at: lastSent,
    last_failed_at: isOver ? null : (failure?.at ?? null),
    last_failure: isOver ? null : (failure?.message ?? null),
  };
}
