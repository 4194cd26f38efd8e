// Bundles the soak test and runs it, in namespaces of its own:
// npm run soak -- --minutes 5 [--panes 200 --remotes 3 --members 2 --clients 20 --terminals 5 --rate 30]
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { bundleSuite } from "./bundle-suite.mjs";
import { ensureSetup, ROOT, SetupFault } from "./setup.mjs";

/** As test:tmux and test:fleet do where they cannot run. */
const CANNOT_RUN = 77;
/** Networks, mounts and processes of the run are its own, and gone when it ends. */
const OWN = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
/** Names of networks, sockets of tmux and memory of libfaketime are there. */
const OWN_FOLDERS = `
sockets=/tmp/tmux-$(id -u)
mkdir -p -m 700 "$sockets"
mount -t tmpfs -o mode=755 none /run && mount -t tmpfs none /dev/shm && mount -t tmpfs -o mode=700 none "$sockets" || exit
ip link set lo up || exit
exec "$@"`;
const TRY = "ip netns add probe && nsenter --net=/run/netns/probe unshare --pid --fork --mount-proc --uts --ipc true";

function cannotRun(why) {
  console.error(`soak needs nats-server, sshd, and network namespaces and mounts (Linux, root, iproute2): ${why}`);
  process.exit(CANNOT_RUN);
}

function inOwnNamespaces(...command) {
  return [...OWN, "sh", "-c", OWN_FOLDERS, "sh", ...command];
}

if (process.platform !== "linux" || process.getuid() !== 0) cannotRun("this is another system or user");
try {
  await ensureSetup(["tmux", "nats-server", "ps", "ssh", "sshd", "ip"], ["inotifywait"]);
} catch (error) {
  if (!(error instanceof SetupFault)) throw error;
  cannotRun(error.message);
}
const [unshare, ...tried] = inOwnNamespaces("sh", "-c", TRY);
const probe = spawnSync(unshare, tried, { encoding: "utf8" });
if (probe.status !== 0) cannotRun(probe.error?.message ?? probe.stderr.trim());
await ensureBuilt();
const bundles = await bundleSuite("soak", { main: "main.ts" });
const dir = mkdtempSync(join(tmpdir(), "soak-"));
const [program, ...args] = inOwnNamespaces(process.execPath, join(bundles, "main.mjs"), ...process.argv.slice(2));
const run = spawn(program, args, {
  cwd: ROOT,
  env: { ...process.env, TMPDIR: dir },
  stdio: ["pipe", "inherit", "inherit"],
});
// the run ends when its input does, also if this process is killed
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => run.stdin.end());
const [status] = await once(run, "exit");
rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
process.exitCode = status ?? 1;
