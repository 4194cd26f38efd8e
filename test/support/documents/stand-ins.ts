import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Programs that the documents name and that would reach out of the test, or that not every machine has. Each tells in
 * stand-ins.log how it was called.
 */
const PROGRAMS: Record<string, string> = {
  // `npm start` is run by test/e2e/start.test.ts, `npm pack` and `npm install -g` by test/install/package.test.ts
  npm: 'case $1 in pack) : > agtmux-0.1.0.tgz ;; root) echo "$HOME/global" ;; esac',
  tailscale: "echo https://box.tail1234.ts.net",
  rofi: "head -n 1",
  "notify-send": "",
};

/** A folder for the PATH with these programs. */
export function standIns(dir: string): string {
  const folder = join(dir, "stand-ins");
  mkdirSync(folder);
  for (const [name, does] of Object.entries(PROGRAMS)) {
    const text = `#!/bin/sh\necho "${name} $*" >> '${dir}/stand-ins.log'\n${does}\n`;
    writeFileSync(join(folder, name), text, { mode: 0o755 });
  }
  return folder;
}
