import { readFileSync } from "node:fs";
import type { ServiceReport } from "../../core/protocol/daemon/service.ts";
import { fileState } from "./find-service.ts";
import type { ServiceManager } from "./service-manager.ts";

/** Reports whether the service is installed and runs. `wanted` is the file's text as an installation would write it. */
export async function reportService(service: ServiceManager, wanted: string): Promise<ServiceReport> {
  const { kind, name, file, logs } = service;
  const found = fileState(service);
  const unavailable = await service.whyNot();
  const state = unavailable === null ? await service.look() : { isEnabled: false, state: "not known", pid: null };
  return {
    schema_version: 1,
    manager: kind,
    name,
    file,
    installed: found !== "ours" ? found : readFileSync(file, "utf8") === wanted ? "current" : "outdated",
    unavailable,
    enabled: state.isEnabled,
    state: state.state,
    pid: state.pid,
    logs,
  };
}

const INSTALLED: Record<ServiceReport["installed"], string> = {
  absent: "not installed",
  current: "installed",
  outdated: "installed, for another PATH or program than this shell's; 'agtmux service install' brings it up to date",
  foreign: "a file of your own, which agtmux leaves alone",
};

export function renderService(report: ServiceReport): string {
  const { manager, name, file, installed, unavailable, enabled, state, pid, logs } = report;
  const advice = installed === "absent" && unavailable === null ? "; 'agtmux service install' does it" : "";
  const lines = [`service    ${name} (${manager}): ${INSTALLED[installed]}${advice}`, `file       ${file}`];
  if (unavailable !== null) lines.push(`problem    ${unavailable}`);
  else if (installed !== "absent")
    lines.push(
      `at login   ${enabled ? "started" : "not started"}`,
      `now        ${state}${pid === null ? "" : ` (pid ${pid})`}`,
      `log        ${logs}`,
    );
  return lines.join("\n");
}
