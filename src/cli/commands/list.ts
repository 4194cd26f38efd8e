import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { filterQuery, word } from "../common/list-filters.ts";
import { readOptions } from "../common/options.ts";
import { LIST } from "../tables/list.ts";

/** The daemon validates the filter values: only it knows the targets and agents. */
export async function listCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(LIST, args);
  const [scope = "panes", ...rest] = positionals;
  const known = SCOPES.find((each) => each === scope);
  if (known === undefined || rest.length > 0)
    throw new Fault("E_USAGE", `list wants panes, windows or sessions, not "${positionals.join(" ")}"`);
  if (values.all && known !== "panes")
    throw new Fault("E_USAGE", `--all goes with panes: every one of the ${known} is listed`);
  const query = [
    ...filterQuery(values),
    ...word("agents_only", known === "panes" && !values.all ? true : undefined),
    ...word("with_agent_status", values["with-agent-status"]),
    ...word("agent_summary", values["agent-summary"]),
    ...word("group_by", values["group-by"]),
    ...word("sort", values.sort),
  ];
  const list = await context.client[known](query);
  if (values.json) return context.out(JSON.stringify(list));
  // loaded only here: JSON output does not need the table code
  const { printList } = await import("../render/print-list.ts");
  printList(known, list, context);
}

const SCOPES = ["panes", "windows", "sessions"] as const;
