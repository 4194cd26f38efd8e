import { describe, expect, it } from "vitest";
import { Fault } from "../../core/protocol/fault.ts";
import { checkedVersion, pickSession, tmuxArgs } from "./tmux-command.ts";

describe("the version of tmux", () => {
  it.each(["tmux 3.2", "tmux 3.3a", "tmux 3.5a", "tmux 4.0", "tmux next-3.6", "tmux master", "tmux openbsd-7.4"])(
    "[TX6, TG24] %s is new enough",
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

describe("the session that carries our connection", () => {
  it("[TX4] is one that is attached anyway, else the one used last, and never our own", async () => {
    const rows = ["$0 0 100 a name with blanks", "$1 0 300 last", "$2 0 999 _agtmux"];
    expect(await pick(0, rows.join("\n"))).toEqual({ status: "found", id: "$1" });
    expect(await pick(0, [...rows, "$3 1 200 attached"].join("\n"))).toEqual({ status: "found", id: "$3" });
  });

  it("[TX1, TX7] a server without sessions, none at all, and one whose socket is gone are told apart", async () => {
    expect(await pick(0, "")).toEqual({ status: "empty" });
    expect(await pick(0, "$2 1 999 _agtmux\n")).toEqual({ status: "empty" });
    expect(await pick(1, "", "no server running on /tmp/tmux-0/default")).toEqual({ status: "gone" });
    expect(await pick(1, "", "error connecting to /tmp/x (Connection refused)")).toEqual({ status: "gone" });
    expect(await pick(1, "", "error connecting to /tmp/x (No such file or directory)")).toEqual({
      status: "no socket",
    });
    await expect(pick(1, "", "error connecting to /tmp/x (Permission denied)")).rejects.toMatchObject({
      code: "E_TMUX",
      message: expect.stringContaining("Permission denied"),
    });
  });
});

function pick(code: number, stdout: string, stderr = "") {
  return pickSession({ runTmux: async () => ({ code, stdout, stderr }) }, "");
}

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
