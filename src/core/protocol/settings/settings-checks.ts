import { z } from "zod";
import { pathOfIssue, type TableFault } from "./settings-file.ts";

const Command = z.string().regex(/\S/, "a command has words").max(2_000);

const Check = z.union([
  Command.transform((command) => ({ command, at_turn_end: false })),
  z.strictObject({
    command: Command,
    /** Only in this directory, those below it, and its worktrees in `<directory>-worktrees`. */
    in: z
      .string()
      .regex(/^\/[^\0]*$/, "an absolute path")
      .exactOptional(),
    /** Run it whenever a turn of an agent ends there. */
    at_turn_end: z.boolean().default(false),
  }),
]);

/** `[checks]` in config.toml: commands that say whether an agent's work is good. */
const ChecksTable = z.record(
  z.string().regex(/^[\w.-]{1,40}$/, "a check's name has letters, digits, _, - and . only"),
  Check,
);
export type ChecksSettings = z.output<typeof ChecksTable>;

export type ChecksResult = { ok: true; checks: ChecksSettings } | { ok: false; faults: TableFault[] };

/** Parses the table `checks`; a fault names the key. */
export function readChecks(table: unknown): ChecksResult {
  const parsed = ChecksTable.safeParse(table);
  if (parsed.success) return { ok: true, checks: parsed.data };
  const faults = parsed.error.issues.map((issue) => {
    const name = ["checks", ...issue.path].map(String).join(".");
    return { words: `${name}: a check is a command, or { command = "…", in = "/…", at_turn_end = true }`, issue };
  });
  return { ok: false, faults: faults.map(({ words, issue }) => ({ words, path: ["checks", ...pathOfIssue(issue)] })) };
}

/** One line for each check. */
export function checkRows(checks: ChecksSettings): { name: string; value: string }[] {
  return Object.entries(checks).map(([name, check]) => ({
    name: `checks.${name}`,
    value: "in" in check && check.in !== undefined ? `${check.command} in ${check.in}` : check.command,
  }));
}
