// Real agents against a scripted model: npm run test:agents [-- claude codex … --keep --only 'marker once']
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { ensureSetup, ROOT } from "./setup.mjs";

await ensureSetup(["tmux"], ["ps"]);
await ensureBuilt();
const { build } = await import("esbuild");
const bundle = join(ROOT, ".build", "agents", "main.mjs");
await build({
  entryPoints: [join(ROOT, "test", "agents", "main.ts")],
  bundle: true,
  platform: "node",
  format: "esm",
  outfile: bundle,
  // of vitest only what tests call is missing here, and nobody calls it
  external: ["better-sqlite3", "vitest", "ws"],
  logLevel: "warning",
});
const { status } = spawnSync(process.execPath, [bundle, ...process.argv.slice(2)], { cwd: ROOT, stdio: "inherit" });
process.exitCode = status ?? 1;
