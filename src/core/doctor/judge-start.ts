import type { ErrorBody } from "../protocol/base/errors.ts";
import type { DoctorCheck } from "../protocol/daemon/targets.ts";

/** Facts about the next start of the daemon. */
export interface StartFacts {
  /** The fault that the start would end with; null if it would succeed. */
  fault: Pick<ErrorBody, "code" | "message"> | null;
  config: {
    path: string;
    /** Modification time in ms; null if there is no such file. */
    writtenAt: number | null;
  };
  /** Start time of the running daemon in ms; null if none answers. */
  runningSince: number | null;
}

/** Checks whether the daemon could start again, so that a bad setting is found before a restart. */
export function judgeStart({ fault, config, runningSince }: StartFacts): DoctorCheck {
  if (fault !== null) {
    const advice =
      runningSince === null
        ? "correct this, then run agtmux daemon start"
        : "correct this, then run agtmux daemon restart: the daemon that runs goes on as it is until then";
    const found = fault.message.replaceAll("\n", "; ");
    return { name: fault.code === "E_CONFIG_INVALID" ? "settings" : "next start", status: "failed", found, advice };
  }
  const { path, writtenAt } = config;
  if (writtenAt === null) return { name: "settings", status: "ok", found: `defaults: no ${path}`, advice: null };
  if (runningSince === null || writtenAt <= runningSince)
    return { name: "settings", status: "ok", found: path, advice: null };
  const found = `${path} was written after the daemon had started, which goes by what it read then`;
  return { name: "settings", status: "warning", found, advice: "run agtmux daemon restart" };
}
