import { execFileSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SquadSignal } from "../../../core/protocol/squad/squad.ts";
import { silentLog } from "../../base/test-log.ts";
import { LocalSignals } from "./local-signals.ts";
import { unlimitedWatches } from "./test-watches.ts";

let dir: string;
let signals: LocalSignals;
const log = silentLog();
const refused = vi.spyOn(log, "warn");

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "agtmux-signals-"));
  signals = new LocalSignals(dir, unlimitedWatches(), log);
  refused.mockClear();
});
afterEach(() => {
  signals.stop();
  rmSync(dir, { recursive: true });
});

/** Collects what is delivered from now on; `isTaken` decides whether it is accepted. */
function heard(isTaken = () => true): string[] {
  const told: string[] = [];
  signals.start(({ name, text }) => {
    told.push(`${name} ${text}`);
    return isTaken();
  });
  return told;
}

const write = (name: string, text: string) => writeFileSync(join(dir, name), text);
const A = "squad-signal-a.json";
const TMUX = "squad-signal-tmux-main.json";

describe("LocalSignals", () => {
  it("[SQ9, SR6] reports each version of a file once: present, new, changed or replaced", async () => {
    write(A, "1");
    write("other.json", "x");
    const told = heard();
    expect(told).toEqual([`${A} 1`]);
    write(TMUX, "2");
    await vi.waitFor(() => expect(told.some((each) => each === `${TMUX} 2`)).toBe(true), 60_000);
    write(".aside", "3");
    renameSync(join(dir, ".aside"), join(dir, A));
    await vi.waitFor(() => expect(told).toContain(`${A} 3`), 60_000);
    const before = [...told];
    signals.scan();
    signals.scan();
    expect(told).toEqual(before);
  });

  it("[SR6] a scan finds files without a notification, and reports again those that were not taken", () => {
    let isTaken = false;
    const told = heard(() => isTaken);
    write(A, "1");
    signals.scan();
    signals.scan();
    isTaken = true;
    signals.scan();
    signals.scan();
    expect(told).toEqual([`${A} 1`, `${A} 1`, `${A} 1`]);
    rmSync(join(dir, A));
    signals.scan();
    write(A, "1");
    signals.scan();
    expect(told).toHaveLength(4);
  });

  it("[SR6] a directory that is made later is watched from then on", () => {
    rmSync(dir, { recursive: true });
    const told = heard();
    signals.scan();
    mkdirSync(dir);
    write(A, "1");
    signals.scan();
    expect(told).toEqual([`${A} 1`]);
  });

  it("[SR6] a directory that was removed and made anew is watched again", async () => {
    const told = heard();
    rmSync(dir, { recursive: true });
    mkdirSync(dir);
    let [found, writes] = [0, 0];
    await vi.waitFor(() => {
      const before = told.length;
      signals.scan();
      found += told.length - before;
      writes += 1;
      write(A, String(writes));
      // by an event, not by a scan
      expect(told.length).toBeGreaterThan(found);
    }, 60_000);
  });

  it("[SQ9] links, pipes, directories and large files are refused, once each", () => {
    write("elsewhere", "secret");
    symlinkSync(join(dir, "elsewhere"), join(dir, A));
    execFileSync("mkfifo", [join(dir, "squad-signal-b.json")]);
    mkdirSync(join(dir, "squad-signal-c.json"));
    write(TMUX, "x".repeat(256 * 1024 + 1));
    const told = heard();
    signals.scan();
    expect(told).toEqual([]);
    const reasons = refused.mock.calls.map(([fields]) => (fields as unknown as { why: string }).why);
    expect(reasons.sort()).toEqual([
      "262145 bytes: more than 262144",
      "a link",
      "not a plain file",
      "not a plain file",
    ]);
  });

  it.runIf(process.getuid?.() === 0)("[SQ9] files of other owners are refused", () => {
    write(A, "1");
    chownSync(join(dir, A), 12_345, 12_345);
    expect(heard()).toEqual([]);
    expect(refused).toHaveBeenCalledWith(
      { file: join(dir, A), why: "of another owner (12345)" },
      "signal file refused",
    );
    signals.remove([A], null);
    expect(existsSync(join(dir, A))).toBe(true);
  });

  it("[SQ10] the newest of a session is written whole, for us alone, over a link and not through it", () => {
    write("elsewhere", "secret");
    symlinkSync(join(dir, "elsewhere"), join(dir, A));
    const signal = (signal_id: string) => ({ signal_id, session_id: "a" }) as SquadSignal;
    signals.keep([signal("../1"), signal("2")]);
    expect(JSON.parse(readFileSync(join(dir, A), "utf8"))).toEqual(signal("2"));
    expect(lstatSync(join(dir, A)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dir, "elsewhere"), "utf8")).toBe("secret");
    expect(readdirSync(dir).sort()).toEqual(["elsewhere", A]);
  });

  it.each([null, "older"])(
    "[SQ10] a file that another program writes meanwhile is not overwritten (there was %j)",
    (before) => {
      if (before !== null) write(A, before);
      const timestamp = "2026-01-01T00:00:01.000Z";
      const signal = { signal_id: "ours", session_id: "a", timestamp } as SquadSignal;
      // serialised after the existing file was checked
      Object.defineProperty(signal, "data", {
        enumerable: true,
        get() {
          rmSync(join(dir, A), { force: true });
          write(A, "theirs");
          return {};
        },
      });
      signals.keep([signal]);
      expect(readFileSync(join(dir, A), "utf8")).toBe("theirs");
      expect(readdirSync(dir)).toEqual([A]);
    },
  );

  it("[SQ14] removes files, but leaves alone what is not a plain file of ours", () => {
    write(A, "1");
    mkdirSync(join(dir, TMUX));
    signals.remove([A, TMUX, "squad-signal-none.json"], 50);
    expect(readdirSync(dir)).toEqual([TMUX]);
  });

  it("[SQ14, SQ25] keeps signals of a session of that name on another tmux server", () => {
    write(A, '{"tmux_server_pid":50}');
    write(TMUX, '{"tmux_server_pid":51}');
    signals.remove([A, TMUX], 50);
    expect(readdirSync(dir)).toEqual([TMUX]);
  });

  it("[SQ10] an older signal does not take the place of a newer one, and one of ours lies under both names", () => {
    const signal = (timestamp: string, more: Partial<SquadSignal> = {}): SquadSignal => ({
      type: "working",
      signal_id: timestamp,
      session_id: "a",
      tmux_session: "main",
      timestamp,
      data: {},
      ...more,
    });
    const idIn = (name: string) => JSON.parse(readFileSync(join(dir, name), "utf8")).signal_id;
    signals.keep([signal("2026-01-01T00:00:02.000Z")]);
    signals.keep([signal("2026-01-01T00:00:01.000Z")]);
    expect(idIn(A)).toBe("2026-01-01T00:00:02.000Z");
    expect(existsSync(join(dir, TMUX))).toBe(false);
    signals.keep([signal("2026-01-01T00:00:03.000Z", { provisional: true })]);
    expect([idIn(A), idIn(TMUX)]).toEqual(["2026-01-01T00:00:03.000Z", "2026-01-01T00:00:03.000Z"]);
  });

  it("[SQ9] a directory full of refused files is reported briefly and not read again and again", () => {
    for (let index = 0; index < 50; index += 1) symlinkSync("/etc/passwd", join(dir, `squad-signal-x${index}.json`));
    expect(heard()).toEqual([]);
    expect(refused.mock.calls.length).toBeLessThan(10);
    refused.mockClear();
    signals.scan();
    expect(refused).not.toHaveBeenCalled();
  });
});
