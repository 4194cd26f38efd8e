import { describe, expect, it } from "vitest";
import { pickSession } from "./pick-session.ts";

describe("the session that carries our connection", () => {
  it("[TX4] is one that is attached anyway, else the one used last, and never our own", async () => {
    const rows = ["$0 0 100 a name with blanks", "$1 0 300 last", "$2 0 999 _agtmux"];
    expect(await pick(0, rows.join("\n"))).toEqual({ status: "found", id: "$1" });
    expect(await pick(0, [...rows, "$3 1 200 attached"].join("\n"))).toEqual({ status: "found", id: "$3" });
  });

  it("[TX1] a server without sessions, no server, and a missing socket are different results", async () => {
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
