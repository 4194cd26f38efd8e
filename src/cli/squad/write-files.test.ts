import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SquadSignal } from "../../core/protocol/squad/squad.ts";
import { filesOfSession, filesOfTmuxSession } from "../../core/signals/squad/file-names.ts";
import { signalDirectory } from "./signal-directory.ts";
import { writeSignalFiles } from "./write-files.ts";

const FILES = [filesOfSession("s1"), filesOfTmuxSession("work")];
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "agtmux-squad-"));
});
afterEach(() => {
  delete process.env.SQUAD_SIGNAL_DIR;
  rmSync(directory, { recursive: true });
});

const path = (name: string) => join(directory, name);
const write = (n = 1) => writeSignalFiles(directory, FILES, signal(n));

describe("writeSignalFiles", () => {
  it("[SQ7] both files hold the last signal, both timelines all of them, for their owner alone", () => {
    write(1);
    write(2);
    const lines = [1, 2].map((n) => `${JSON.stringify(signal(n))}\n`);
    expect(readdirSync(directory).sort()).toEqual(FILES.flatMap(Object.values).sort());
    for (const each of FILES) {
      expect(readFileSync(path(each.signal), "utf8")).toBe(lines[1]);
      expect(readFileSync(path(each.timeline), "utf8")).toBe(lines.join(""));
      for (const name of Object.values(each)) expect(statSync(path(name)).mode & 0o777).toBe(0o600);
    }
  });

  it.each(FILES.flatMap((each) => Object.values(each)))(
    "[SQ20] a link, a pipe or a directory as %s is refused, and nothing written",
    (name) => {
      const victim = path("victim");
      writeFileSync(victim, "mine");
      for (const [put, says] of [
        [() => symlinkSync(victim, path(name)), "is a symbolic link"],
        [() => symlinkSync(path("nowhere"), path(name)), "is a symbolic link"],
        [() => mkdirSync(path(name)), "is not a file"],
        [() => execFileSync("mkfifo", [path(name)]), "is not a file"],
      ] as const) {
        put();
        expect(() => write()).toThrow(
          expect.objectContaining({ code: "E_SIGNAL_FILE", message: expect.stringContaining(`${path(name)} ${says}`) }),
        );
        expect(readdirSync(directory).sort()).toEqual([name, "victim"].sort());
        expect(readFileSync(victim, "utf8")).toBe("mine");
        rmSync(path(name), { recursive: true });
      }
    },
  );

  it.skipIf(!isRoot).each(FILES.flatMap((each) => Object.values(each)))(
    "[SQ20] a file of another user as %s is refused, and nothing written",
    (name) => {
      writeFileSync(path(name), "theirs");
      chownSync(path(name), NOBODY, NOBODY);
      expect(() => write()).toThrow(
        expect.objectContaining({ code: "E_SIGNAL_FILE", message: expect.stringContaining("another user") }),
      );
      expect(readdirSync(directory)).toEqual([name]);
      expect(readFileSync(path(name), "utf8")).toBe("theirs");
    },
  );

  it("[SQ20] a timeline that is another file of ours by a second name gets nothing", () => {
    writeFileSync(path("precious"), "mine");
    linkSync(path("precious"), path(filesOfSession("s1").timeline));
    expect(() => write()).toThrow(expect.objectContaining({ code: "E_SIGNAL_FILE" }));
    expect(readFileSync(path("precious"), "utf8")).toBe("mine");
    expect(existsSync(path(filesOfSession("s1").signal))).toBe(false);
  });
});

describe("signalDirectory", () => {
  const given = (value: string) => {
    process.env.SQUAD_SIGNAL_DIR = value;
    return signalDirectory();
  };
  const refused = (says: string) =>
    expect.objectContaining({ code: "E_SIGNAL_FILE", message: expect.stringContaining(says) });

  it("[SQ7] is /tmp, or what SQUAD_SIGNAL_DIR says, made where it is missing", () => {
    expect(given("")).toBe("/tmp");
    expect(given(path("a/b"))).toBe(path("a/b"));
    expect(statSync(path("a/b")).mode & 0o777).toBe(0o700);
  });

  it("[SQ20] is refused where everybody may put something into it", () => {
    chmodSync(directory, 0o777);
    expect(() => given(directory)).toThrow(refused("sticky"));
    chmodSync(directory, 0o1777);
    expect(given(directory)).toBe(directory);
    writeFileSync(path("file"), "");
    expect(() => given(path("file"))).toThrow(refused("is not a directory"));
  });

  it.skipIf(!isRoot)("[SQ20] is refused where it is another user's, or reached by another user's link", () => {
    mkdirSync(path("theirs"));
    chownSync(path("theirs"), NOBODY, NOBODY);
    expect(() => given(path("theirs"))).toThrow(refused("uid 65534"));
    execFileSync("ln", ["-s", directory, path("link")]);
    expect(given(path("link"))).toBe(path("link"));
    execFileSync("chown", ["-h", String(NOBODY), path("link")]);
    expect(() => given(path("link"))).toThrow(refused("uid 65534"));
  });
});

function signal(n: number): SquadSignal {
  return {
    type: "idle",
    signal_id: `id-${n}`,
    session_id: "s1",
    tmux_session: "work",
    timestamp: "2026-02-13T10:00:00.000Z",
    data: { n, text: "ä\n" },
  };
}
