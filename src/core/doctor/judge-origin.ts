import type { DaemonStatus } from "../protocol/daemon/daemon.ts";
import type { DoctorCheck } from "../protocol/daemon/targets.ts";

/** Reports whether the dashboard keeps its host name while the daemon is down, and why. Older daemons omit it. */
export function judgeOrigin({ origin }: Partial<Pick<DaemonStatus, "origin">>): DoctorCheck[] {
  if (origin === null || origin === undefined) return [];
  const found = origin.keeps
    ? `keeps its name in browsers when the daemon was away: ${origin.why}`
    : `gets another name in browsers when the daemon was away, and is opened by a new link: ${origin.why}`;
  return [{ name: "dashboard", status: "ok", found, advice: null }];
}
