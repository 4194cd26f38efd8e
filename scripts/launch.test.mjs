import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { runtimePackage } from "./runtime-plan.mjs";
import { ROOT, thisMachine } from "./setup.mjs";
import { NODE_UNFIT, OLDEST_NODE } from "./setup-plan.mjs";

const lock = JSON.parse(readFileSync(join(ROOT, "runtime", "package-lock.json"), "utf8"));
const own = runtimePackage(lock, thisMachine())?.path;
const foreign = Object.keys(lock.packages).find((path) => /darwin|linux/.test(path) && path !== own);

describe("the Node of a command", () => {
  it("[PK13] is the one on the PATH where runtime/ has none", () => {
    expect(pick(checkout([])).stdout).toBe("node");
  });

  it.runIf(own)("[PK13] is the one in runtime/ where it is complete and for this machine", () => {
    const root = checkout([foreign, own]);
    expect(pick(root).stdout).toBe(`${root}/runtime/${own}/bin/node`);
    rmSync(join(root, "runtime", "node_modules", ".package-lock.json"));
    expect(pick(root).stdout).toBe("node");
  });

  it("[PK13] is not one in runtime/ that is for another machine", () => {
    expect(pick(checkout([foreign])).stdout).toBe("node");
  });

  it("[PK13] is looked for in every package that set-up may install", () => {
    const text = readFileSync(join(ROOT, "bin", "pick-node.sh"), "utf8");
    const named = [...text.matchAll(/^ +(node-[\w-]+):/gm)].map(([, name]) => `node_modules/${name}`);
    expect(named.sort()).toEqual(
      Object.keys(lock.packages)
        .filter((path) => /darwin|linux/.test(path))
        .sort(),
    );
  });

  it("[PK14] where there is none at all, it says which one to install, with an exit code of its own", () => {
    const { status, stdout, stderr } = pick(checkout([]), "/nowhere");
    expect([status, stdout]).toEqual([NODE_UNFIT, ""]);
    expect(stderr).toMatch(new RegExp(`^agtmux needs Node ${OLDEST_NODE.join("\\.")} or newer.*\\[E_NODE_UNFIT\\]\n$`));
  });
});

describe("npm scripts", () => {
  const { scripts, engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

  it.each(Object.entries(scripts))("[PK13] npm run %s goes through the launcher", (_name, command) => {
    expect(command).toMatch(/^(\w+=\w+ )?scripts\/run \S/);
  });

  it("[PK14] the package names the same Node as the commands do", () => {
    expect(engines.node).toBe(`>=${OLDEST_NODE.join(".")}`);
  });
});

/** A folder whose runtime/ holds these packages. */
function checkout(packages) {
  const root = mkdtempSync(join(tmpdir(), "agtmux-launch-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const path of packages) {
    const node = join(root, "runtime", path, "bin", "node");
    mkdirSync(dirname(node), { recursive: true });
    writeFileSync(node, "");
    chmodSync(node, 0o755);
  }
  if (packages.length > 0) writeFileSync(join(root, "runtime", "node_modules", ".package-lock.json"), "{}");
  return root;
}

function pick(root, path = [dirname(process.execPath), process.env.PATH].join(delimiter)) {
  const script = `. '${ROOT}/bin/pick-node.sh'; printf %s "$agtmux_node"`;
  return spawnSync("/bin/sh", ["-c", script], { env: { PATH: path, agtmux_root: root }, encoding: "utf8" });
}
