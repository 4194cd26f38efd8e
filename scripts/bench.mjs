// Bundles the benchmarks and runs them: npm run bench [-- suite …]
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { ensureSetup, ROOT } from "./setup.mjs";
import { tomlModules } from "./toml-modules.mjs";

await ensureSetup(["tmux"], ["ps", "ssh", "sshd", "ip", "inotifywait", "chromium", "nats-server"]);
await ensureBuilt();
const { build } = await import("esbuild");
const bundles = join(ROOT, ".build", "bench");
await build({
  entryPoints: [join(ROOT, "test", "bench", "main.ts"), join(ROOT, "test", "bench", "bare-daemon.ts")],
  bundle: true,
  platform: "node",
  format: "esm",
  outdir: bundles,
  outExtension: { ".js": ".mjs" },
  // vitest is not bundled: only test functions use it, and they are not called here
  external: ["playwright-core", "vitest"],
  // pino is CommonJS and requires Node's modules at run time
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  plugins: [tomlModules],
  logLevel: "warning",
});
// the baseline page for typing latency: xterm.js without our code
await build({
  entryPoints: [join(ROOT, "test", "bench", "web", "bare-page.ts")],
  bundle: true,
  outdir: bundles,
  logLevel: "warning",
});
const { status } = spawnSync(process.execPath, ["--expose-gc", join(bundles, "main.mjs"), ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
