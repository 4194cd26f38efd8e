import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../core/text/width.ts";
import type { Context } from "../common/context.ts";
import { helpText } from "../help/help-text.ts";
import { overviewText } from "../help/overview-text.ts";
import { allOptions } from "../help/table-parts.ts";
import { COMMANDS } from "../tables/command-groups.ts";
import type { CommandTable } from "../tables/command-table.ts";
import { GLOBAL_OPTIONS } from "../tables/shared-options.ts";
import { helpCommand } from "./help.ts";

/** The command names, parsed out of main.ts, which would run if it were imported. */
const main = readFileSync(join(import.meta.dirname, "../main.ts"), "utf8");
const source = main.slice(main.indexOf("const COMMANDS"), main.indexOf("\n};"));
const names = [...source.matchAll(/^ {2}"?([a-z-]+)"?: /gm)].map(([, name]) => name as string);

describe("help", () => {
  it("[CL23] every command is in a file of its name", () => {
    expect(names.filter((name) => !existsSync(join(import.meta.dirname, `${name}.ts`)))).toEqual([]);
  });

  it("[CL23] every command has a table, and every table is of a command", () => {
    expect(COMMANDS.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  it.each(COMMANDS.map((table) => [table.name, table] as const))(
    "[CL23] %s has usage, words, every option and an example",
    (_, table) => {
      const text = helpText(table, 100);
      expect(text).toMatch(/^(agtmux|eval "\$\(agtmux)/);
      expect(text).toMatch(/\nExamples:\n {2}\S/);
      for (const name of Object.keys(allOptions(table))) expect(text).toMatch(new RegExp(`^ {2}--${name}\\b`, "m"));
    },
  );

  it.each(COMMANDS.map((table) => [table.name, table] as const))(
    "[CL23] what %s is called with in its usage and examples, it takes",
    (_, table) => {
      const calls = [
        ...table.usage,
        ...table.examples.map((each) => each.replace(/^.*\| (?=agtmux)|"\$\(.*|\| jq.*/g, "")),
      ];
      for (const call of calls) {
        // an example may be of the command that sets this one up
        const called = COMMANDS.find(({ name }) => call.startsWith(`agtmux ${name} `)) ?? table;
        const known = Object.keys({ ...allOptions(called), ...GLOBAL_OPTIONS }).map((name) => `--${name}`);
        expect(known).toEqual(expect.arrayContaining(call.match(/--[a-z][a-z-]+/g) ?? []));
      }
    },
  );

  it.each(COMMANDS.map((table) => [table.name, table] as const))(
    "[CL23] an option that several subcommands of %s have is described in the same words, since the help has it once",
    (_, table: CommandTable) => {
      const shown = allOptions(table);
      for (const { options = {} } of Object.values(table.subcommands ?? {}))
        for (const [name, option] of Object.entries(options)) expect([name, shown[name]]).toEqual([name, option]);
    },
  );

  it("[CL23] the help of help is shown like that of every command", () => {
    const shown = (...words: string[]) => {
      const lines: string[] = [];
      helpCommand(words, { out: (line: string) => lines.push(line) } as unknown as Context);
      return lines.join("\n");
    };
    expect(shown("--help")).toBe(shown("help"));
  });

  it("[CL23] the overview names every command", () => {
    for (const name of names.filter((each) => each !== "overview"))
      expect(overviewText(100)).toMatch(new RegExp(`^ {2}${name} +\\S`, "m"));
  });

  it("[CL23] text is as wide as it may be, and no wider; what is typed is never broken", () => {
    const kept = COMMANDS.flatMap(({ usage, examples, about, notes = "" }) => [
      ...usage,
      ...[...examples, ...`${about}\n${notes}`.split("\n")].flatMap((line) => [line, `  ${line}`]),
    ]);
    for (const width of [72, 100])
      for (const line of [overviewText(width), ...COMMANDS.map((table) => helpText(table, width))]
        .join("\n")
        .split("\n"))
        expect(displayWidth(line) <= width || kept.includes(line) || /^ {2}--?\S+( \S+)?$/.test(line), line).toBe(true);
  });
});
