import { describe, expect, it } from "vitest";
import type { Edited } from "../adapter/settings.ts";
import type { HookShape } from "./find-hooks.ts";
import { hookSettings } from "./hook-settings.ts";
import { PLAIN_JSON } from "./jsonc.ts";

const HOME = "/h/.agtmux";
const shape: HookShape = {
  agent: "claude",
  events: ["Stop", "SessionEnd"],
  commandKey: "command",
  entry: (command) => ({ hooks: [{ type: "command", command, timeout: 10 }] }),
};
const settings = hookSettings(shape);

const ours = (event: string, home = HOME) =>
  `{ "hooks": [ { "type": "command", "command": "test ! -x ${home}/bin/agtmux || exec ${home}/bin/agtmux hook claude ${event}", "timeout": 10 } ] }`;

function textOf(edited: Edited): string | null {
  if (!edited.ok) throw new Error(JSON.stringify(edited.fault));
  return edited.text;
}

const added = (text: string | null, home = HOME) => textOf(settings.add(text, home));

describe("our hooks among the user's", () => {
  it("[IN1] are put behind theirs, in their way of writing; comments stay with what they speak of", () => {
    const before = `// mine\r
{\r
\t"model": "opus", // the best\r
\t"hooks": {\r
\t\t"Stop": [\r
\t\t\t{ "hooks": [{ "type": "command", "command": "say done" }] } // tells me\r
\t\t],\r
\t},\r
}`;
    const after = `// mine\r
{\r
\t"model": "opus", // the best\r
\t"hooks": {\r
\t\t"Stop": [\r
\t\t\t{ "hooks": [{ "type": "command", "command": "say done" }] }, // tells me\r
\t\t\t${ours("Stop")}\r
\t\t],\r
\t\t"SessionEnd": [\r
\t\t\t${ours("SessionEnd")}\r
\t\t],\r
\t},\r
}`;
    expect(added(before)).toBe(after);
    expect(textOf(settings.remove(after))).toBe(before);
  });

  it("[IN1] a text on one line stays on one line", () => {
    expect(added('{"model":"opus","hooks":{"Stop":[]}}\n')).toBe(
      `{"model":"opus","hooks":{"Stop":[ ${ours("Stop")}], "SessionEnd": [ ${ours("SessionEnd")} ]}}\n`,
    );
  });

  it("[IN1] commands as earlier versions wrote them are renewed in place, and removed as well", () => {
    const text = (command: string) => `{"hooks":{"Stop":[{"hooks":[{"command":"${command}"}]}], "SessionEnd": []}}`;
    for (const older of [`exec ${HOME}/bin/agtmux hook claude Stop`, `${HOME}/bin/agtmux hook claude Stop`]) {
      expect(settings.inspect(text(older), HOME)).toMatchObject({ state: "outdated", stale: ["Stop"] });
      expect(added(text(older))).toContain(
        text(`test ! -x ${HOME}/bin/agtmux || exec ${HOME}/bin/agtmux hook claude Stop`).slice(0, 60),
      );
      expect(textOf(settings.remove(text(older)))).not.toContain("agtmux");
    }
  });

  it("[IN2] a file that we made goes as a whole; an empty one of the user's stays", () => {
    const fresh = `{\n  "hooks": {\n    "Stop": [\n      ${ours("Stop")}\n    ],\n    "SessionEnd": [\n      ${ours("SessionEnd")}\n    ]\n  }\n}\n`;
    expect(added(null)).toBe(fresh);
    expect(textOf(settings.remove(fresh))).toBe(null);
    for (const empty of ["{}", "{}\n", "{\n}\n", "{ }\r\n", '{"hooks":{}}', '{\n  "hooks": {}\n}\n', "{ /* none */ }"])
      expect(textOf(settings.remove(added(empty)))).toBe(empty);
    expect(textOf(settings.remove(null))).toBe(null);
    expect(textOf(settings.remove('{ "a": 1, }'))).toBe('{ "a": 1, }');
  });

  it("[IN1] a frame that the agent wants comes with a file of ours, and is not added to one of the user's", () => {
    const framed = hookSettings({ ...shape, frame: { version: 1 } });
    const fresh = textOf(framed.add(null, HOME));
    expect(JSON.parse(fresh ?? "")).toMatchObject({ version: 1 });
    expect(textOf(framed.remove(fresh))).toBe(null);
    const theirs = '{\n  "version": 1\n}\n';
    expect(textOf(framed.remove(textOf(framed.add(theirs, HOME))))).toBe(theirs);
    expect(framed.add("{}", HOME)).toEqual({ ok: false, fault: { line: 1, column: 2, expected: '"version": 1' } });
  });

  it("[IN1] lead to this home from now on where they led to another, in their place and with what was changed in them", () => {
    const old = added('{\n  "hooks": {\n    "Stop": [1]\n  }\n}', "/old/home")?.replaceAll(
      '"timeout": 10',
      '"timeout": 3',
    );
    const expected = old?.replaceAll("/old/home", HOME);
    expect(settings.inspect(old ?? "", HOME)).toMatchObject({ state: "outdated", stale: ["Stop", "SessionEnd"] });
    expect(added(old ?? "")).toBe(expected);
  });

  it("[IN1] in a group of the user's count, and leave the group when they go", () => {
    const mixed = (inner: string) => `{"hooks":{"Stop":[{"matcher":"x","hooks":[${inner}]}],"SessionEnd":[]}}`;
    const our = `{"type":"command","command":"test ! -x ${HOME}/bin/agtmux || exec ${HOME}/bin/agtmux hook claude Stop"}`;
    const theirs = '{"type":"command","command":"say done"}';
    expect(settings.inspect(mixed(`${our},${theirs}`), HOME)).toMatchObject({
      state: "outdated",
      missing: ["SessionEnd"],
    });
    expect(textOf(settings.remove(mixed(`${our},${theirs}`)))).toBe(mixed(theirs));
    expect(textOf(settings.remove(mixed(`${theirs}, ${our}`)))).toBe(mixed(theirs));
  });

  it("[IN1] are there once: doubles, and events that are no longer wanted, go", () => {
    const two = added('{"hooks":{}}')?.replace('"Stop": [', `"Stop": [ ${ours("Stop")},`);
    const more = two?.replace('"hooks":{', `"hooks":{ "Notification": [ ${ours("Notification")} ],`) ?? "";
    expect(settings.inspect(more, HOME)).toMatchObject({ state: "outdated", stale: ["Notification", "Stop"] });
    expect(JSON.parse(added(more) ?? "")).toEqual(JSON.parse(added('{"hooks":{}}') ?? ""));
  });

  it("[IN2] if a name occurs twice the last one counts, as for the agent", () => {
    const doubled = `{"hooks":{"Stop":[${ours("Stop")}]},"hooks":{"Stop":[]}}`;
    expect(settings.inspect(doubled, HOME)).toMatchObject({ state: "outdated", missing: ["Stop", "SessionEnd"] });
    const after = added(doubled) ?? "";
    expect(settings.inspect(after, HOME)).toMatchObject({ state: "current" });
    expect(JSON.parse(after).hooks.Stop).toHaveLength(1);
    expect(after.startsWith('{"hooks":{"Stop":[]},')).toBe(true);
  });

  it.each([
    ["[]", 1, 1, "an object ({ … })"],
    ['{\n  "hooks": []\n}', 2, 12, 'an object ({ … }) as "hooks"'],
    ['{\n  "hooks": {\n    "Stop": {} }\n}', 3, 13, 'a list ([ … ]) as "Stop"'],
    ['{\n  "a": 1,\n  "b" 2\n}', 3, 7, '":"'],
  ])("[IN4] %j is refused at line %i, column %i", (text, line, column, expected) => {
    const fault = { line, column, expected };
    expect(settings.add(text, HOME)).toEqual({ ok: false, fault });
    expect(settings.inspect(text, HOME)).toEqual({ state: "malformed", fault });
  });

  it("[IN4] removal also refuses a file that does not parse", () => {
    expect(settings.remove("{")).toEqual({
      ok: false,
      fault: { line: 1, column: 2, expected: 'a name in quotes, or "}"' },
    });
    expect(settings.remove('{"hooks":[]}')).toEqual({ ok: true, text: '{"hooks":[]}' });
  });

  it("[IN5] names the place at which the agent's own parser would fail", () => {
    const strict = hookSettings({ ...shape, reads: PLAIN_JSON });
    expect(strict.inspect("{ // mine\n}", HOME)).toMatchObject({
      unread: { line: 1, column: 3, expected: "no comment" },
    });
    expect(strict.inspect('{"a": [1,]}', HOME)).toMatchObject({ unread: { line: 1, column: 9 } });
    expect(strict.inspect("{}", HOME)).toMatchObject({ unread: null });
  });
});
