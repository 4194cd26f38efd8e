import { describe, expect, it } from "vitest";
import { RemoteSignals } from "./remote-signals.ts";

const look = (text: string) => ({ text, time: 1, stamp: "1" });

describe("RemoteSignals", () => {
  it("[SQ9] asks for the files when somebody takes them, and again from the next watcher", () => {
    const { signals, said, watcher } = remote();
    signals.attach(watcher);
    expect(said).toEqual([]);
    signals.start(() => true);
    signals.detach();
    signals.attach(watcher);
    signals.remove(["squad-signal-a.json"]);
    expect(said).toEqual(["signals", "signals", "remove squad-signal-a.json"]);
  });

  it("[SQ9] tells again what was not taken, until it is or is replaced", () => {
    const { signals } = remote();
    const told: string[] = [];
    let isTaken = false;
    signals.start(({ name, text }) => {
      told.push(`${name} ${text}`);
      return isTaken;
    });
    signals.receive("a", look("1"));
    signals.receive("a", look("2"));
    signals.scan();
    isTaken = true;
    signals.scan();
    signals.scan();
    expect(told).toEqual(["a 1", "a 2", "a 2", "a 2"]);
  });

  it("[TG30] keeps only so many of those that wait, the newest, and tells so many refusals", () => {
    const { signals, refused } = remote();
    const told: string[] = [];
    signals.start(({ name }) => {
      told.push(name);
      return false;
    });
    for (let number = 0; number < 600; number += 1) signals.receive(`${number}`, look("x"));
    for (let number = 0; number < 600; number += 1) signals.receive("other", { refused: "a link" });
    told.length = 0;
    signals.scan();
    expect([told.length, told[0], refused.length]).toEqual([500, "100", 20]);
    for (let number = 0; number < 40; number += 1) signals.receive(`large ${number}`, look("x".repeat(256 * 1024)));
    told.length = 0;
    signals.scan();
    expect(told).toHaveLength(16);
  });
});

function remote() {
  const said: string[] = [];
  const refused: string[] = [];
  const signals = new RemoteSignals((name, why) => refused.push(`${name}: ${why}`));
  const watcher = { signals: () => said.push("signals"), removeSignal: (name: string) => said.push(`remove ${name}`) };
  return { signals, said, refused, watcher };
}
