import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** The home of agtmux: where it keeps everything. */
export function homeDirectory(named?: string): string {
  return resolve(named ?? process.env.AGTMUX_HOME ?? join(homedir(), ".agtmux"));
}
