import { ERRORS } from "../../core/protocol/base/error-codes.ts";
import { COMMAND_GROUPS } from "../tables/command-groups.ts";
import { GLOBAL_OPTIONS, REFS } from "../tables/shared-options.ts";
import { ENVIRONMENT, TITLE } from "./overview-text.ts";
import {
  allOptions,
  type Definition,
  optionDefinitions,
  type Paragraph,
  paragraphsOf,
  wordsOf,
} from "./table-parts.ts";

/** Everything that docs/cli.md and the manual page say, without their markup. */
export interface Manual {
  title: string;
  refs: readonly Paragraph[];
  groups: readonly { heading: string; commands: readonly CommandManual[] }[];
  options: readonly Definition[];
  environment: readonly Definition[];
  exitCodes: readonly { exit: number; code: string; means: string }[];
}

export interface CommandManual {
  name: string;
  summary: string;
  usage: readonly string[];
  about: readonly Paragraph[];
  words: readonly Definition[];
  options: readonly Definition[];
  notes: readonly Paragraph[];
  examples: readonly string[];
}

export function manual(): Manual {
  return {
    title: TITLE,
    refs: paragraphsOf(REFS),
    groups: Object.entries(COMMAND_GROUPS).map(([heading, tables]) => ({
      heading,
      commands: tables.map((table) => ({
        name: table.name === "overview" ? "agtmux" : `agtmux ${table.name}`,
        summary: table.summary,
        usage: table.usage,
        // the refs are explained once for all commands
        about: paragraphsOf(table.about.replace(REFS, "").trimEnd()),
        words: wordsOf(table),
        options: optionDefinitions(allOptions(table)),
        notes: table.notes === undefined ? [] : paragraphsOf(table.notes),
        examples: table.examples,
      })),
    })),
    options: optionDefinitions(GLOBAL_OPTIONS),
    environment: ENVIRONMENT,
    exitCodes: [
      { exit: 0, code: "", means: "it worked" },
      ...Object.entries(ERRORS).map(([code, { exit, means }]) => ({ exit, code, means })),
    ],
  };
}
