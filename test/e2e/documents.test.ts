import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agtmuxCalls, faultOf } from "../support/documents/agtmux-calls.ts";
import { blocksOf, inlineCommands, statementsOf, userPages } from "../support/documents/doc-page.ts";
import { BEFORE, ENDLESS, FAILS, KEYS, runPage } from "../support/documents/run-page.ts";

describe.each(userPages())("%s", (page) => {
  it("[PK24] names the language of every block, so that no command hides from the tests", () => {
    expect(blocksOf(page).filter(({ language }) => language === "")).toEqual([]);
  });

  it("[PK24] has no command or option of agtmux that does not exist", () => {
    const texts = [...statementsOf(page).map(({ text }) => text), ...inlineCommands(page)];
    const faults = texts.flatMap((text) => agtmuxCalls(text).map((call) => ({ text, fault: faultOf(call) })));
    expect(faults.filter(({ fault }) => fault !== null)).toEqual([]);
  });
});

it("[PK24] every page that the index names for everyone is among them", () => {
  const [, table = ""] = readFileSync("docs/README.md", "utf8").split(/^## /m);
  const linked = [...table.matchAll(/\]\(([^)#]+\.md)\)/g)].map(([, path = ""]) => join("docs", path));
  expect(linked).toContain("docs/rules.md");
  expect(linked.filter((page) => !userPages().includes(page))).toEqual([]);
});

it("[PK24, CL16] every command that a message proposes exists, with its options", () => {
  const files = (readdirSync("src", { recursive: true }) as string[]).filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  const proposed = files.flatMap((name) =>
    [...readFileSync(join("src", name), "utf8").matchAll(/'(agtmux (?!statusline wrap)[a-z][^'\n;]*)'/g)].map(
      ([, text = ""]) => ({
        name,
        text: text.replaceAll(/\$\{[^}]*\}|<[^>]*>|…/g, "x"),
      }),
    ),
  );
  expect(proposed.length).toBeGreaterThan(100);
  const faults = proposed.flatMap((each) => agtmuxCalls(each.text).map((call) => ({ ...each, fault: faultOf(call) })));
  // a value that is filled in is not known here
  expect(faults.filter(({ fault }) => fault !== null && !fault.endsWith('not "x"'))).toEqual([]);
});

it("[PK24] a command or option that does not exist is found wherever it stands", () => {
  const faults = (text: string) => agtmuxCalls(text).map(faultOf);
  expect(faults("agtmux frobnicate")).toEqual(["there is no command frobnicate"]);
  expect(faults('x=1 agtmux list panes --jsn | jq ".items # [|]" && eval "$(agtmux envy)" # agtmux none')).toEqual([
    expect.stringContaining("--jsn"),
    "there is no command envy",
  ]);
  expect(faults("agtmux list things > agtmux")).toEqual(["list takes panes, windows, sessions, not things"]);
  expect(faults("agtmux notify add --nam x")).toEqual([expect.stringContaining("--nam")]);
  expect(faults('agtmux send claude --text "a; agtmux b" --wait')).toEqual([null]);
});

it("[PK24] what the tests say about single commands is about commands that are there", () => {
  const texts = userPages().flatMap((page) => statementsOf(page).map(({ text }) => text));
  const patterns = [...[...KEYS, ...BEFORE, ...FAILS].map(([typed]) => typed), ...ENDLESS];
  expect(patterns.filter((typed) => !texts.some((text) => typed.test(text)))).toEqual([]);
});

// all other pages: test/install/documents.test.ts
it("[PK24] the commands of getting started work as they stand", { timeout: 180_000 }, async () => {
  expect(await runPage("docs/getting-started.md")).toEqual([]);
});
