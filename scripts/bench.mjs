// Bundles the benchmarks and runs them: npm run bench [-- suite …]
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { ensureSetup, ROOT } from "./setup.mjs";

await ensureSetup(["tmux"]);
await ensureBuilt();
const { build } = await import("esbuild");
const bundle = join(ROOT, ".build", "bench.mjs");
await build({
  entryPoints: [join(ROOT, "test", "bench", "main.ts")],
  bundle: true,
  platform: "node",
  format: "esm",
  outfile: bundle,
  external: ["better-sqlite3"],
  // pino is CommonJS and asks for Node's modules at run time
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  logLevel: "warning",
});
const { status } = spawnSync(process.execPath, [bundle, ...process.argv.slice(2)], { cwd: ROOT, stdio: "inherit" });
process.exitCode = status ?? 1;
