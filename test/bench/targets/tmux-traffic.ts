import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

export interface Traffic {
  commands: number;
  bytes: number;
}

/** A `tmux` to put first in a PATH: records all that passes over control connections. */
export class TmuxTraffic {
  private readonly dir = mkdtempSync(join(tmpdir(), "agtmux-traffic-"));
  readonly path = [this.dir, process.env.PATH].join(delimiter);

  constructor() {
    const tmux = execFileSync("sh", ["-c", "command -v tmux"], { encoding: "utf8" }).trim();
    const program = join(this.dir, "tmux");
    writeFileSync(program, script(tmux, join(this.dir, "asked"), join(this.dir, "answered")));
    chmodSync(program, 0o755);
  }

  /** Total since creation. */
  soFar(): Traffic {
    const [asked, answered] = [join(this.dir, "asked"), join(this.dir, "answered")];
    if (!existsSync(asked)) return { commands: 0, bytes: 0 };
    const words = readFileSync(asked, "utf8");
    return { commands: words.split("\n").length - 1, bytes: words.length + statSync(answered).size };
  }

  dispose(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

function script(tmux: string, asked: string, answered: string): string {
  return `#!/bin/sh
case " $* " in *" -C "*) ;; *) exec ${tmux} "$@" ;; esac
tee -a ${asked} | ${tmux} "$@" | tee -a ${answered}
`;
}
