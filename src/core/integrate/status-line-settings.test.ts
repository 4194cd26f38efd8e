import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Edited } from "../adapter/settings.ts";
import { hookSettings } from "./hook-settings.ts";
import { randomSettings, tidySettings } from "./random-settings.ts";
import { statusLineSettings } from "./status-line-settings.ts";

const settings = statusLineSettings("claude");
const hooks = hookSettings({
  agent: "claude",
  events: ["Stop", "PreToolUse"],
  commandKey: "command",
  entry: (command) => ({ hooks: [{ type: "command", command, timeout: 10 }] }),
});
const HOME = "/home/me/.agtmux";
const GONE = join(tmpdir(), "agtmux that's gone", ".agtmux");
const homes = fc.constantFrom(HOME, "/ho me/it's/ünï", "/x");
const anySettings = fc.oneof(randomSettings, tidySettings);

function textOf(edited: Edited): string | null {
  if (!edited.ok) throw new Error(JSON.stringify(edited.fault));
  return edited.text;
}

function commandIn(text: string | null): string {
  return JSON.parse(text ?? "").statusLine.command;
}

describe("the status line in an agent's settings", () => {
  it("[UG21] the user's own command stays, with ours before it, and comes back byte for byte", () => {
    const text =
      '{\n\t"statusLine": { "type": "command", "command": "~\\/line.sh \\u00e9 \\"x\\"", "padding": 0 }\r\n}';
    const added = textOf(settings.add(text, HOME));
    expect(commandIn(added)).toBe(
      `{ test ! -x ${HOME}/bin/agtmux || exec ${HOME}/bin/agtmux statusline wrap claude; cat; } | ( :\n~/line.sh é "x"\n)`,
    );
    expect(settings.inspect(added, HOME)).toMatchObject({ state: "current" });
    expect(settings.inspect(added, "/other")).toMatchObject({ state: "outdated" });
    expect(textOf(settings.add(added, HOME))).toBe(added);
    expect(textOf(settings.remove(textOf(settings.add(added, "/other it's"))))).toBe(text);
  });

  it("[UG21] without one of the user's own ours shows nothing, and goes again", () => {
    const text = '{ "model": "opus" }';
    expect(settings.inspect(text, HOME)).toMatchObject({ state: "absent" });
    const added = textOf(settings.add(text, HOME));
    expect(commandIn(added)).toBe(
      `test ! -x ${HOME}/bin/agtmux || exec ${HOME}/bin/agtmux statusline wrap claude >/dev/null`,
    );
    expect(settings.inspect(added, HOME)).toMatchObject({ state: "current" });
    expect(textOf(settings.remove(textOf(settings.add(added, "/other"))))).toBe(text);
  });

  it("[UG21] another command is the user's, and a status line that is no command is refused with its place", () => {
    const own = '{"statusLine":{"type":"command","command":"agtmux statusline wrap claude | mine"}}';
    expect(textOf(settings.remove(own))).toBe(own);
    const odd = '{\n  "statusLine": true }';
    expect(settings.inspect(odd, HOME)).toMatchObject({ state: "malformed", fault: { line: 2, column: 17 } });
    expect(settings.add(odd, HOME)).toMatchObject({ ok: false });
    expect(textOf(settings.remove(odd))).toBe(odd);
    expect(settings.remove("{")).toMatchObject({ ok: false, fault: { line: 1 } });
  });

  it("[UG21] together with the hooks all of it goes, byte for byte, and a file that we made", () => {
    fc.assert(
      fc.property(fc.option(anySettings), homes, homes, (text, before, home) => {
        const old = textOf(settings.add(textOf(hooks.add(text, before)), before));
        const added = textOf(settings.add(textOf(hooks.add(old, home)), home));
        expect(settings.inspect(added, home)).toMatchObject({ state: "current" });
        expect(textOf(hooks.remove(textOf(settings.remove(added))))).toBe(text);
      }),
      { numRuns: 600 },
    );
  });

  it.each([
    ["a command", "cat", "{}", 0],
    ["one that fails", "cat; exit 7", "{}", 7],
    ["a comment at its end", "cat # all of it", "{}", 0],
    ["one that does not read", "echo mine", "mine\n", 0],
    ["several lines", 'read -r line\necho "<$line>"', "<{}>\n", 0],
    ["nothing", "", "", 0],
  ])("[UG20] when agtmux is gone, %s does what it did", (_, command, stdout, status) => {
    const text = textOf(settings.add(JSON.stringify({ statusLine: { type: "command", command } }), GONE));
    const ran = spawnSync("sh", ["-c", commandIn(text)], { input: "{}", encoding: "utf8" });
    expect(ran).toMatchObject({ stdout, status, stderr: "" });
  });

  it("[UG20] when agtmux is gone, ours alone succeeds and says nothing", () => {
    const ran = spawnSync("sh", ["-c", commandIn(textOf(settings.add("{}", GONE)))], { input: "{}", encoding: "utf8" });
    expect(ran).toMatchObject({ stdout: "", status: 0, stderr: "" });
  });
});
