// Bundles the rounds of faults on a real cluster and plays them, in namespaces of their own:
// npm run test:fleet -- [--rounds 20] [--minutes N] [--seed N] [--only FAULT]
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { bundleSuite } from "./bundle-suite.mjs";
import { ensureSetup, ROOT } from "./setup.mjs";

/** As test:tmux does where it cannot run. */
const CANNOT_RUN = 77;
/** Networks, disks and processes of the suite are its own, and gone when it ends. */
const OWN = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
/** libfaketime leaves files there that are named by the process's number. */
const OWN_MEMORY = ["sh", "-c", 'mount -t tmpfs none /dev/shm && exec "$@"', "sh"];

const tried = spawnSync("unshare", [...OWN, "unshare", "--net", "ip", "link", "add", "probe", "type", "bridge"], {
  encoding: "utf8",
});
if (tried.status !== 0) {
  const why = tried.error?.message ?? tried.stderr.trim();
  console.error(`test:fleet needs network namespaces, mounts and bridges (Linux, root, iproute2): ${why}`);
  process.exit(CANNOT_RUN);
}
await ensureSetup(["tmux", "nats-server"], ["ip", "faketime"]);
await ensureBuilt();
const bundles = await bundleSuite("fleet", { main: "main.ts" });
const { status } = spawnSync(
  "unshare",
  [...OWN, ...OWN_MEMORY, process.execPath, join(bundles, "main.mjs"), ...process.argv.slice(2)],
  { cwd: ROOT, stdio: "inherit" },
);
process.exitCode = status ?? 1;
