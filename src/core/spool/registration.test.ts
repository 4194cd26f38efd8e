import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRegistration, type Registration } from "./registration.ts";

const GOOD: Registration = {
  session_id: "app-1a2b3c-9f",
  workspace_id: "app-1a2b3c",
  workspace: "/home/me/my app",
  status_file: "/home/me/my app/.schmux/signal/app-1a2b3c-9f",
  pane_id: "%3",
  tmux_server_pid: 4321,
};

function faultOf(change: Partial<Record<keyof Registration, unknown>>): string {
  const parsed = parseRegistration(JSON.stringify({ ...GOOD, ...change }));
  if (parsed.ok) throw new Error("it was accepted");
  return parsed.fault;
}

describe("parseRegistration", () => {
  it("[AP9] gives back session and status file as they were given", () => {
    expect(parseRegistration(JSON.stringify(GOOD))).toEqual({ ok: true, registration: GOOD });
  });

  it.each([
    [
      "a session that climbs out",
      { session_id: "../../etc/passwd", status_file: "/w/.schmux/signal/../../etc/passwd" },
    ],
    ["a session with a slash", { session_id: "a/b", status_file: "/w/.schmux/signal/a/b" }],
    ["a session that is a dot", { session_id: "..", status_file: "/w/.schmux/signal/.." }],
    ["a hidden session", { session_id: ".ssh", status_file: "/w/.schmux/signal/.ssh" }],
    ["an empty session", { session_id: "", status_file: "/w/.schmux/signal/" }],
    ["a session with a line break", { session_id: "a\nb", status_file: "/w/.schmux/signal/a\nb" }],
    ["a session with a NUL", { session_id: "a\0", status_file: "/w/.schmux/signal/a\0" }],
    ["an endless session", { session_id: "a".repeat(129), status_file: `/w/.schmux/signal/${"a".repeat(129)}` }],
  ])("%s is refused", (_what, change) => {
    expect(faultOf(change)).toMatch(/^session_id: letters, digits/);
  });

  it.each([
    ["another file of the user's", "/home/me/.ssh/id_ed25519"],
    ["a file of another session", "/home/me/my app/.schmux/signal/other"],
    ["a file that only ends alike", "/home/me/x.schmux/signal/app-1a2b3c-9f"],
    ["a file below the session's own name", "/w/.schmux/signal/app-1a2b3c-9f/x"],
    ["a file that climbs from the right folder", "/w/.schmux/signal/../../app-1a2b3c-9f"],
  ])("%s is refused as a status file", (_what, status_file) => {
    expect(faultOf({ status_file })).toMatch(/^status_file: /);
  });

  it("relative paths, odd panes and odd pids are refused by name", () => {
    expect(faultOf({ status_file: ".schmux/signal/app-1a2b3c-9f" })).toMatch(/^status_file: an absolute path/);
    expect(faultOf({ workspace: "app" })).toMatch(/^workspace: an absolute path/);
    expect(faultOf({ pane_id: "3" })).toMatch(/^pane_id: /);
    expect(faultOf({ pane_id: "%3; kill-server" })).toMatch(/^pane_id: /);
    expect(faultOf({ tmux_server_pid: -1 })).toMatch(/^tmux_server_pid: /);
    expect(faultOf({ tmux_server_pid: "4321" })).toMatch(/^tmux_server_pid: /);
  });

  it("any text gives a registration or a fault that says what is wrong", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const parsed = parseRegistration(text);
        expect(parsed.ok ? "" : parsed.fault).not.toBe(parsed.ok ? null : "");
      }),
    );
    expect(parseRegistration("{")).toEqual({ ok: false, fault: "the registration is not JSON" });
  });
});
