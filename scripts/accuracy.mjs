// Replays recordings of real agents:
// npm run accuracy [-- runs|screens|dialogs|classify] [--from DIR] [--verbose] [--accept [--agent NAME]…] [--provider NAME]
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { bundleSuite } from "./bundle-suite.mjs";
import { ensureSetup, ROOT } from "./setup.mjs";

await ensureSetup([]);
const bundles = await bundleSuite("accuracy", { main: "main.ts" });
const { status } = spawnSync(process.execPath, [join(bundles, "main.mjs"), ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
