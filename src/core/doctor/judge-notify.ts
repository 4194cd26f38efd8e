import type { DoctorCheck } from "../protocol/daemon/targets.ts";
import type { ChannelItem, NotifyStatus } from "../protocol/notify/notify.ts";

/** Checks whether notifications reach people: configuration, secrets and the last failures. */
export function judgeNotify({ channels, counts }: Pick<NotifyStatus, "channels" | "counts">): DoctorCheck[] {
  if (channels.length === 0)
    return [{ name: "notifications", status: "ok", found: "no channel is configured: nobody is told", advice: null }];
  const dead = counts.dead === 0 ? "" : `; ${counts.dead} dead letters`;
  return channels.map((channel) => {
    const name = `notify ${channel.name}`;
    if (channel.fault !== null)
      return { name, status: "failed", found: channel.fault, advice: "set it, then run agtmux daemon restart" };
    if (channel.last_failure !== null)
      return {
        name,
        status: "warning",
        found: `${channel.kind}, the last one failed: ${channel.last_failure}${dead}`,
        advice: `run agtmux notify test ${channel.name}`,
      };
    return { name, status: "ok", found: found(channel), advice: null };
  });
}

function found({ kind, counts, device_id }: ChannelItem): string {
  const whose = device_id === null ? "" : ` of device ${device_id}`;
  return `${kind}${whose}, ${counts.sent} sent, ${counts.waiting} waiting`;
}
