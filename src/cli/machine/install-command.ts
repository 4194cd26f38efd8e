import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../../core/protocol/base/fault.ts";
import hookCommand from "../../remote/agtmux.sh";
import { makePrivateDirectory } from "../common/private-directory.ts";

/** Installs the command that hooks run; it must exist before the first hook does, even without a daemon. */
export function installCommand(home: string): void {
  const path = join(home, "bin", "agtmux");
  try {
    for (const folder of [dirname(path), join(home, "spool", "tmp"), join(home, "spool", "new")])
      makePrivateDirectory(folder);
    if (readQuietly(path) === hookCommand) return;
    // atomic: hooks may be running it
    writeFileSync(`${path}.new`, hookCommand, { mode: 0o700 });
    renameSync(`${path}.new`, path);
  } catch (cause) {
    throw new Fault("E_HOME_UNUSABLE", `cannot write ${path}: ${(cause as Error).message}`, { home }, cause);
  }
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
