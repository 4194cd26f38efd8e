import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import { checkStart } from "../common/check-start.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { daemonStatus, startDaemon, stopDaemon } from "../daemon/daemon-life.ts";
import { noteMade } from "../machine/made-directories.ts";
import { fileState, serviceOf } from "../service/find-service.ts";
import { planService, programPath } from "../service/plan-service.ts";
import { removeService } from "../service/remove-service.ts";
import { renderService, reportService } from "../service/report-service.ts";
import type { ServiceManager } from "../service/service-manager.ts";
import { SERVICE } from "../tables/service.ts";

/** Makes the daemon a service of systemd or launchd. */
export async function serviceCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(SERVICE, args);
  const [action = "status", ...rest] = positionals;
  const service = serviceOf(context.home);
  const { home, tmuxSocket } = context;
  const text = await service.render(planService({ home, tmuxSocket, port: values.port }, process.env));
  if (rest.length > 0)
    throw new Fault("E_USAGE", `"${rest[0]}" is one word too many; 'agtmux help service' shows what there is`);
  if (action === "install") await install(service, text, context);
  else if (action === "remove") await remove(service, context);
  else if (action !== "status")
    throw new Fault("E_USAGE", `service wants one of install, remove, status, not "${action}"`);
  const report = await reportService(service, text);
  context.out(values.json ? JSON.stringify(report) : renderService(report));
}

async function install(service: ServiceManager, text: string, context: Context): Promise<void> {
  const why = await service.whyNot();
  if (why !== null) throw new Fault("E_SERVICE", `${why}. ${INSTEAD}`);
  if (fileState(service) === "foreign") throw foreign(service);
  if (programPath().includes("/_npx/"))
    throw new Fault("E_SERVICE", "npx keeps agtmux only for a while: install it first, with 'npm install -g agtmux'");
  // before the running daemon is stopped
  const fault = await checkStart([]);
  if (fault !== null) throw new Fault(fault.code, `${fault.message}\nNothing was installed.`, fault.details);
  const before = await reportService(service, text);
  const running = await daemonStatus(context);
  const isRight = before.installed === "current" && before.enabled && running.pid === before.pid && running.running;
  if (isRight) return context.note("agtmux: the service is up to date");
  write(service.file, text, context.home);
  await stopDaemon(context);
  await service.enable();
  await startDaemon([], context);
}

async function remove(service: ServiceManager, context: Context): Promise<void> {
  if (fileState(service) === "foreign") throw foreign(service);
  if (!(await removeService(service, context.home))) return;
  await stopDaemon(context);
  context.note("agtmux: the daemon has stopped; 'agtmux daemon start' starts it in the background");
}

function foreign({ file, name, kind }: ServiceManager): Fault {
  const off = kind === "systemd" ? `systemctl --user disable --now ${name}` : `launchctl unload '${file}'`;
  return new Fault(
    "E_SERVICE",
    `${file} is not of agtmux's making, so it stays. To replace it: ${off} && rm '${file}'`,
  );
}

/** Whole or not at all. */
function write(file: string, text: string, home: string): void {
  try {
    const first = mkdirSync(dirname(file), { recursive: true });
    noteMade(home, first === undefined ? [] : directoriesBetween(first, dirname(file)));
    writeFileSync(`${file}.new`, text, { mode: 0o644 });
    renameSync(`${file}.new`, file);
  } catch (cause) {
    rmSync(`${file}.new`, { force: true });
    throw new Fault("E_SERVICE", `cannot write ${file}: ${messageOf(cause)}`, {}, cause);
  }
}

function directoriesBetween(first: string, last: string): string[] {
  return last === first ? [first] : [...directoriesBetween(first, dirname(last)), last];
}

const INSTEAD =
  "Containers, WSL without systemd and shells of su or sudo often have no session. Instead, add this line to your shell's profile (~/.bashrc or ~/.zshrc): agtmux daemon start >/dev/null 2>&1";
