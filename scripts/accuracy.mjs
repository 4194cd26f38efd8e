// Replays recordings of real agents:
// npm run accuracy [-- runs|screens|dialogs|classify] [--from DIR] [--verbose] [--accept [--agent NAME]…] [--provider NAME]
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureSetup, ROOT } from "./setup.mjs";
import { tomlModules } from "./toml-modules.mjs";

await ensureSetup([]);
const { build } = await import("esbuild");
const bundle = join(ROOT, ".build", "accuracy", "main.mjs");
await build({
  entryPoints: [join(ROOT, "test", "accuracy", "main.ts")],
  bundle: true,
  platform: "node",
  format: "esm",
  outfile: bundle,
  plugins: [tomlModules],
  logLevel: "warning",
});
const { status } = spawnSync(process.execPath, [bundle, ...process.argv.slice(2)], { cwd: ROOT, stdio: "inherit" });
process.exitCode = status ?? 1;
