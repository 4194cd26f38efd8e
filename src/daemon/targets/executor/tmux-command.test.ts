import { describe, expect, it } from "vitest";
import { Fault } from "../../../core/protocol/base/fault.ts";
import { checkedVersion, tmuxArgs } from "./tmux-command.ts";

describe("the version of tmux", () => {
  it.each(["tmux 3.2", "tmux 3.3a", "tmux 3.5a", "tmux 4.0", "tmux next-3.6", "tmux master", "tmux openbsd-7.4"])(
    "[TX6, TX15] %s is new enough",
    (line) => {
      expect(checkedVersion(line)).toBe(line.slice(5));
    },
  );

  it.each(["tmux 3.1c", "tmux 2.9a", "tmux 1.8", "tmux next-3.1"])(
    "[TX6] %s is not, and the refusal says why",
    (line) => {
      const refusal = refusalOf(() => checkedVersion(line, "vm1"));
      const version = line.slice(5);
      expect(refusal).toMatchObject({ code: "E_TMUX_TOO_OLD", details: { version, needs: "3.2", host: "vm1" } });
      for (const word of [version, "3.2", "vm1"]) expect(refusal?.message).toContain(word);
      expect(refusalOf(() => checkedVersion(line))?.message).not.toContain(" on ");
    },
  );
});

function refusalOf(act: () => unknown): Fault | null {
  try {
    act();
    return null;
  } catch (error) {
    return error instanceof Fault ? error : null;
  }
}

it("[SC1] a word that ends in a semicolon does not end the command", () => {
  expect(tmuxArgs("s", "display-message", "--", "done;", "a\\;", ";", "a;b")).toEqual([
    "-L",
    "s",
    "-u",
    "-N",
    "display-message",
    "--",
    "done\\;",
    "a\\\\;",
    "\\;",
    "a;b",
  ]);
});
