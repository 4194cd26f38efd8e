import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { asFault, Fault } from "../core/protocol/base/fault.ts";
import { type Home, homeAt, prepareHome } from "./base/home.ts";
import { checkStart } from "./check-start.ts";

function aHome(): Home {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-check-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const home = homeAt(join(dir, "home"));
  prepareHome(home);
  return home;
}

/** The error code; null if a start would succeed. */
function codeOf(home: Home, build: (scratch: Home) => void = () => undefined): string | null {
  try {
    checkStart(home, build);
    return null;
  } catch (error) {
    return asFault(error).code;
  }
}

function header(version: number): Buffer {
  const bytes = Buffer.alloc(4_096);
  bytes.write("SQLite format 3\0", "latin1");
  bytes.writeUInt32BE(version, 60);
  return bytes;
}

describe("checkStart", () => {
  it("[DM17] builds a daemon in a directory of its own, and leaves nothing of it", () => {
    const home = aHome();
    const before = readdirSync(home.dir);
    let built = "";
    const build = (scratch: Home) => {
      built = scratch.dir;
      expect(statSync(scratch.spool.new).isDirectory()).toBe(true);
      writeFileSync(scratch.database, "x");
    };
    expect(codeOf(home, build)).toBeNull();
    expect(built).not.toBe(home.dir);
    expect(readdirSync(home.dir)).toEqual(before);
    const refuse = () => {
      throw new Fault("E_CLASSIFIER_CONFIG", "no");
    };
    expect(codeOf(home, refuse)).toBe("E_CLASSIFIER_CONFIG");
    expect(readdirSync(home.dir)).toEqual(before);
  });

  it("[DM17] a home that is not there yet is not made", () => {
    const home = aHome();
    rmSync(home.dir, { recursive: true });
    expect(codeOf(home)).toBeNull();
    expect(statSync(home.dir, { throwIfNoEntry: false })).toBeUndefined();
  });

  it("[DM17] finds what stands where a directory or a file of the home belongs", () => {
    const home = aHome();
    rmSync(home.pipes, { recursive: true });
    writeFileSync(home.pipes, "");
    expect(codeOf(home)).toBe("E_HOME_UNUSABLE");
    rmSync(home.pipes);
    mkdirSync(home.token);
    expect(codeOf(home)).toBe("E_HOME_UNUSABLE");
  });

  it.skipIf(process.getuid?.() === 0)("[DM17] finds a home that cannot be written", () => {
    const home = aHome();
    chmodSync(home.dir, 0o500);
    expect(codeOf(home)).toBe("E_HOME_UNUSABLE");
    chmodSync(home.dir, 0o700);
  });

  it("[DM17] finds a database that is newer, or none at all", () => {
    const home = aHome();
    writeFileSync(home.database, header(4_711));
    expect(codeOf(home)).toBe("E_DB_NEWER");
    writeFileSync(home.database, "not a database");
    expect(codeOf(home)).toBe("E_DB_CORRUPT");
    for (const bytes of [header(1), Buffer.alloc(0)]) {
      writeFileSync(home.database, bytes);
      expect(codeOf(home)).toBeNull();
    }
  });
});
