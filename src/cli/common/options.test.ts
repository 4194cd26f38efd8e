import { describe, expect, it } from "vitest";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { CommandTable, Syntax } from "../tables/command-table.ts";
import { TARGET } from "../tables/target.ts";
import { readOptions } from "./options.ts";

const TABLE = {
  name: "try out",
  arguments: [{ completes: "ref" }],
  options: {
    format: { oneOf: ["plain", "json"], default: "plain", does: "" },
    text: { value: "TEXT", does: "" },
    state: { value: "STATE", multiple: true, does: "" },
    yes: { short: "y", does: "" },
  },
} as const satisfies Syntax;

function faultOf(table: Syntax, args: readonly string[]): string {
  try {
    readOptions(table, args);
  } catch (error) {
    if (error instanceof Fault) return `${error.code} ${error.message}`;
    throw error;
  }
  return "accepted";
}

describe("readOptions", () => {
  it("[CL23] reads what the table says, with its defaults", () => {
    expect(readOptions(TABLE, ["claude"])).toEqual({ positionals: ["claude"], values: { format: "plain" } });
    expect(readOptions(TABLE, ["--format=json", "-y", "--state", "a", "--state", "b", "--text", "t"]).values).toEqual({
      format: "json",
      yes: true,
      state: ["a", "b"],
      text: "t",
    });
  });

  it("[CL16, CL23] refuses what the table does not have, and says where to look", () => {
    expect(faultOf(TABLE, ["--frob"])).toBe("E_USAGE Unknown option '--frob'; 'agtmux help try' shows what there is");
    expect(faultOf(TABLE, ["--format", "xml"])).toBe('E_USAGE --format wants one of plain, json, not "xml"');
    expect(faultOf({ name: "env" }, ["now"])).toMatch(/^E_USAGE Unexpected argument 'now'; 'agtmux help env'/);
  });

  it("[CL23] a subcommand has only its own options", () => {
    const { subcommands }: CommandTable = TARGET;
    const accepted = Object.entries(subcommands ?? {}).map(([name, table]) => [name, faultOf(table, ["--json"])]);
    expect(accepted.filter(([, fault]) => fault === "accepted").map(([name]) => name)).toEqual(["list", "doctor"]);
  });
});
