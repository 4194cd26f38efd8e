// Bundles the benchmarks and runs them: npm run bench [-- suite …]
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { bundleSuite } from "./bundle-suite.mjs";
import { ensureSetup, ROOT } from "./setup.mjs";

await ensureSetup(["tmux"], ["ps", "ssh", "sshd", "ip", "inotifywait", "chromium", "nats-server"]);
await ensureBuilt();
const bundles = await bundleSuite("bench", { main: "main.ts", "bare-daemon": "bare-daemon.ts" });
// the baseline page for typing latency: xterm.js without our code
const { build } = await import("esbuild");
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
