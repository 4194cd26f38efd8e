// Bundles the soak test and runs it: npm run soak -- --minutes 5 [--panes 200 --clients 20 --terminals 5 --rate 30]
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { ensureSetup, ROOT } from "./setup.mjs";
import { tomlModules } from "./toml-modules.mjs";

await ensureSetup(["tmux"], ["ps", "ssh", "sshd", "ip", "inotifywait"]);
await ensureBuilt();
const { build } = await import("esbuild");
const bundles = join(ROOT, ".build", "soak");
await build({
  entryPoints: [join(ROOT, "test", "soak", "main.ts")],
  bundle: true,
  platform: "node",
  format: "esm",
  outdir: bundles,
  outExtension: { ".js": ".mjs" },
  // vitest is not bundled: only test functions use it, and they are not called here
  external: ["vitest"],
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  plugins: [tomlModules],
  logLevel: "warning",
});
const { status } = spawnSync(process.execPath, [join(bundles, "main.mjs"), ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
