import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { UninstallReport } from "../../core/protocol/daemon/uninstall.ts";

/** Files into which people write lines about agtmux by hand. */
const FILES = [
  ".bashrc",
  ".bash_profile",
  ".profile",
  ".zshrc",
  ".zprofile",
  ".config/fish/config.fish",
  ".tmux.conf",
  ".config/tmux/tmux.conf",
];

/** Lines in the user's own files that mention agtmux: they are reported, not removed. */
export function findMentions(home: string): UninstallReport["left"] {
  return FILES.flatMap((name) => {
    const path = join(home, name);
    const lines = readQuietly(path).split("\n");
    const numbers = lines.flatMap((line, index) => (/agtmux/i.test(line) ? [index + 1] : []));
    if (numbers.length === 0) return [];
    return [{ what: `lines of your own in ${path}: ${numbers.join(", ")}`, how: "remove them by hand" }];
  });
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
