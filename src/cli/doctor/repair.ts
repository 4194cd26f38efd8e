import { spawn } from "node:child_process";
import { join } from "node:path";
import type { ErrorBody } from "../../core/protocol/base/errors.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { RepairReport } from "../../core/protocol/daemon/repair.ts";
import { confirm } from "../common/confirm.ts";
import type { Context } from "../common/context.ts";
import { renderRepair } from "../render/repair.ts";

interface RepairOptions {
  target?: string | undefined;
  json?: boolean | undefined;
  yes?: boolean | undefined;
}

/** The daemon's program repairs under the daemon's lock: if a daemon runs, this fails and nothing is touched. */
export async function repair(options: RepairOptions, names: readonly string[], context: Context): Promise<void> {
  if (options.target !== undefined || names.length > 0)
    throw new Fault("E_USAGE", "--repair repairs this machine's database: it takes no agent and no --target");
  if (!options.yes)
    await confirm(`Look for damage in the database of ${context.home}, and repair it?`, "nothing was repaired");
  const report = await askDaemonProgram();
  context.out(options.json ? JSON.stringify(report) : renderRepair(report));
}

function askDaemonProgram(): Promise<RepairReport> {
  const child = spawn(process.execPath, [join(__dirname, "daemon.cjs"), "--repair"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    child.once("message", (word) => {
      const { fault, repair } = word as { fault?: ErrorBody; repair?: RepairReport };
      if (repair !== undefined) resolve(repair);
      else if (fault !== undefined) reject(new Fault(fault.code, withHint(fault), fault.details));
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Fault("E_INTERNAL", `agtmuxd ended (${signal ?? code})`)));
  });
}

function withHint({ code, message }: ErrorBody): string {
  return code === "E_DAEMON_RUNNING" ? `${message}: 'agtmux daemon stop' first` : message;
}
