import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { AGTMUX, type Sandbox } from "./sandbox.ts";

const ROOT = join(AGTMUX, "..", "..");

/** Variables under which npm and the packed agtmux run on the Node of the tests. */
export function npmEnv(box: Sandbox): NodeJS.ProcessEnv {
  // with vitest's NODE_ENV, Vite would build another page and warn about its size
  const env = { ...box.env, NODE_ENV: undefined, PATH: `${dirname(process.execPath)}:${box.env.PATH}` };
  return { ...env, npm_config_audit: "false", npm_config_fund: "false", npm_config_update_notifier: "false" };
}

/** Packs this repository; returns the path of the package. */
export function pack(box: Sandbox): string {
  return packIn(box, ROOT, join(box.dir, "packed"));
}

/** The same package under another version, as an update would be. */
export function asVersion(box: Sandbox, packed: string, version: string): string {
  const dir = join(box.dir, `version-${version}`);
  mkdirSync(dir);
  execFileSync("tar", ["xzf", packed], { cwd: dir });
  const root = join(dir, "package");
  const old = (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version;
  const bundles = readdirSync(join(root, "dist")).filter((name) => name.endsWith(".cjs"));
  for (const path of ["package.json", ...bundles.map((name) => join("dist", name))]) {
    const text = readFileSync(join(root, path), "utf8");
    writeFileSync(join(root, path), text.replaceAll(`"${old}"`, `"${version}"`));
  }
  return packIn(box, root, dir, "--ignore-scripts");
}

function packIn(box: Sandbox, root: string, into: string, ...flags: string[]): string {
  mkdirSync(into, { recursive: true });
  const words = ["pack", "--pack-destination", into, ...flags];
  const { status, stderr } = spawnSync("npm", words, { cwd: root, env: npmEnv(box), encoding: "utf8" });
  if (status !== 0) throw new Error(`npm pack ended with ${status}: ${stderr}`);
  return join(into, readdirSync(into).find((name) => name.endsWith(".tgz")) ?? "");
}
