import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
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

  it("[PK4] without a fitting Node it says which one to install, with an exit code of its own", () => {
    const { status, stdout, stderr } = pick(checkout([]), "/nowhere");
    expect([status, stdout]).toEqual([NODE_UNFIT, ""]);
    expect(stderr).toMatch(new RegExp(`^agtmux needs Node ${OLDEST_NODE.join("\\.")} or newer.*\\[E_NODE_UNFIT\\]\n$`));
  });
});

describe("a command that is reached through links", () => {
  const COMMANDS = ["agtmux", "agtmuxd", "squad-signal", "squad-signal-validate", "squad-step"];
  const WAYS = [
    ["a link to the file", "file"],
    ["a relative link to the file", "relative-file"],
    ["a chain of links to the file", "file-chain"],
    ["a link to its directory", "mybin"],
    ["a relative link to its directory", "relative-bin"],
    ["a chain of links to its directory", "bin-chain"],
    ["a link to the directory above", "above/bin"],
    ["a link to a file in a directory that is a link", "file-through-mybin"],
    ["a path with . and // after a link", "mybin/.//"],
    ["a path with .. after a link", "inner/../bin"],
  ];

  for (const command of COMMANDS)
    it.each(WAYS)(`[PK25] ${command} works by %s`, (_words, way) => {
      const { dir, root } = linked(command);
      const isFile = way.includes("file");
      const path = isFile ? join(dir, way) : `${dir}/${way}/${command}`;
      expect(run(path, ["a word"], dir)).toEqual(`${root}/dist/${bundleOf(command)} ${wordsOf(command)}`);
    });

  it.each(COMMANDS)("[PK25] %s works by a name relative to the current directory, whatever CDPATH is", (command) => {
    const { dir, root } = linked(command);
    const said = `${root}/dist/${bundleOf(command)} ${wordsOf(command)}`;
    expect(run(`mybin/${command}`, ["a word"], dir, { CDPATH: "/:/tmp" })).toBe(said);
    expect(run(`../mybin/${command}`, ["a word"], join(dir, "real dir"))).toBe(said);
    // a shell that finds it in the current directory by an empty entry of PATH, and one that is told to read it
    expect(run("/bin/sh", [command, "a word"], join(dir, "mybin"))).toBe(said);
  });

  it("[PK25] agtmux run finds its script and leaves the words as they are", () => {
    const { dir, root } = linked("agtmux");
    writeFileSync(join(root, "dist", "agtmux.sh"), 'printf "%s" "sh $*"');
    expect(run(join(dir, "mybin", "agtmux"), ["run", "--", "x"], dir)).toBe("sh run -- x");
  });

  it("[PK25] one that is not built says so, and names the directory that it leads to", () => {
    const { dir, root } = linked("agtmux");
    rmSync(join(root, "dist"), { recursive: true });
    const { status, stderr } = spawnSync(join(dir, "mybin", "agtmux"), [], { encoding: "utf8" });
    expect([status, stderr]).toEqual([
      1,
      `agtmux is not built yet: run npm start (or npm run build) in ${realpathSync(root)}\n`,
    ]);
  });
});

describe("npm scripts", () => {
  const { scripts, engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

  it.each(Object.entries(scripts))("[PK13] npm run %s goes through the launcher", (_name, command) => {
    expect(command).toMatch(/^(\w+=\w+ )?scripts\/run \S/);
  });

  it("[PK4] the package names the same Node as the commands do", () => {
    expect(engines.node).toBe(`>=${OLDEST_NODE.join(".")}`);
  });
});

/** A folder with our commands and bundles that print their own path, and links that lead there. */
function linked(command) {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "agtmux-links-")));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const root = join(dir, "real dir", "agtmux");
  mkdirSync(join(root, "dist"), { recursive: true });
  mkdirSync(join(root, "inside"));
  cpSync(join(ROOT, "bin"), join(root, "bin"), { recursive: true });
  for (const name of ["cli.cjs", "daemon.cjs"])
    writeFileSync(join(root, "dist", name), "process.stdout.write([__filename, ...process.argv.slice(2)].join(' '))");
  const links = {
    file: join(root, "bin", command),
    "relative-file": `real dir/agtmux/bin/${command}`,
    "file-chain": "relative-file",
    mybin: join(root, "bin"),
    "relative-bin": "real dir/agtmux/bin",
    "bin-chain": "relative-bin",
    above: "real dir/agtmux",
    "file-through-mybin": `mybin/${command}`,
    inner: "real dir/agtmux/inside",
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(dir, name));
  return { dir, root };
}

function bundleOf(command) {
  return command === "agtmuxd" ? "daemon.cjs" : "cli.cjs";
}

function wordsOf(command) {
  return command.startsWith("squad") ? `${command} a word` : "a word";
}

function run(path, words, cwd, env = {}) {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const { stdout, stderr } = spawnSync(path, words, { cwd, env: { PATH, ...env }, encoding: "utf8" });
  return stdout + stderr;
}

/** A folder with these packages in runtime/. */
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
