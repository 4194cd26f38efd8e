import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { onTestFinished } from "vitest";

/** A directory with a `tmux` that comes before the real one in `path`; removed when the test ends. */
export class FakeTmux {
  readonly dir = mkdtempSync(join(tmpdir(), "agtmux-fake-tmux-"));
  readonly path = `${this.dir}${delimiter}${process.env.PATH}`;

  /** These script lines see the arguments first; unless they exit, the real tmux runs. */
  constructor(...lines: string[]) {
    const real = execFileSync("sh", ["-c", "command -v tmux"], { encoding: "utf8" }).trim();
    const script = ["#!/bin/sh", `dir=${this.dir}`, `real=${real}`, ...lines, 'exec "$real" "$@"', ""];
    writeFileSync(join(this.dir, "tmux"), script.join("\n"), { mode: 0o755 });
    onTestFinished(() => rmSync(this.dir, { recursive: true, force: true }));
  }

  /** The real tmux, except for the version it reports. */
  static ofVersion(words: string): FakeTmux {
    return new FakeTmux(`[ "$1" != -V ] || exec echo '${words}'`);
  }

  /** The output of control clients passes through a relay process; a test that stops the relay silences them. */
  static withRelays(): FakeTmux {
    const relay = `sh -c 'echo $$ >>"$0/relays"; exec cat' "$dir"`;
    return new FakeTmux(`case " $* " in *" -C "*) "$real" "$@" | ${relay}; exit ;; esac`);
  }

  /** Pids of the relays so far, oldest first. */
  relays(): number[] {
    const file = join(this.dir, "relays");
    // the file may have been created and not written to yet
    return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1).map(Number) : [];
  }
}
