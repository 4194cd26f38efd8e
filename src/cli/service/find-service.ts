import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { SERVICE_MARK } from "../../core/service/service-plan.ts";
import { Launchd } from "./launchd.ts";
import { runProgram } from "./run-program.ts";
import type { ServiceManager } from "./service-manager.ts";
import { Systemd } from "./systemd.ts";

/** The service of this AGTMUX_HOME, whether it is installed or not: each home has its own. */
export function serviceOf(home: string): ServiceManager {
  const user = homedir();
  const name = home === join(user, ".agtmux") ? "agtmux" : `agtmux-${hashOf(home)}`;
  const uid = process.getuid?.() ?? 0;
  return process.platform === "darwin"
    ? new Launchd(name, { user, agtmux: home }, uid, runProgram)
    : new Systemd(name, { home: user, env: process.env }, uid, runProgram);
}

/** `foreign`: the user's own file has its name. */
export function fileState({ file }: ServiceManager): "absent" | "ours" | "foreign" {
  if (!existsSync(file)) return "absent";
  return readFileSync(file, "utf8").includes(SERVICE_MARK) ? "ours" : "foreign";
}

/** The service of this home if agtmux has installed it, else null. */
export function installedService(home: string): ServiceManager | null {
  const service = serviceOf(home);
  return fileState(service) === "ours" ? service : null;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
