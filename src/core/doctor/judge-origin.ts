import type { DaemonStatus } from "../protocol/daemon/daemon.ts";
import type { DoctorCheck } from "../protocol/daemon/targets.ts";

/** Reports whether the dashboard keeps its host name through a restart, and why. Older daemons omit it. */
export function judgeOrigin({ origin }: Partial<Pick<DaemonStatus, "origin">>): DoctorCheck[] {
  if (origin === null || origin === undefined) return [];
  const found = origin.keeps
    ? `stays open in browsers through a restart of the daemon: ${origin.why}`
    : `has to be opened by a new link if the daemon was stopped or has crashed ('agtmux daemon status' prints it), so that nobody else takes its address meanwhile: ${origin.why}`;
  return [{ name: "dashboard", status: "ok", found, advice: null }];
}
