import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const CCMANAGER = "4.2.3";
/** ccmanager runs on it. */
const BUN = "1.4.4";

/** The folder with those that are on npm. Run from the repository's root. */
export function installPeers(): string {
  const folder = join(process.cwd(), ".build", "peers");
  const wanted = `${JSON.stringify({ private: true, dependencies: { ccmanager: CCMANAGER, bun: BUN } })}\n`;
  const manifest = join(folder, "package.json");
  const isThere = existsSync(join(folder, "node_modules")) && readFileSync(manifest, "utf8") === wanted;
  if (isThere) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(manifest, wanted);
  // bun's program is in a package of its own, and a script of bun's only links it
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--no-save", "--foreground-scripts"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return folder;
}
