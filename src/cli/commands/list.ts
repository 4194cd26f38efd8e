import { Fault } from "../../core/protocol/fault.ts";
import type { Context } from "../context.ts";
import { FILTER_OPTIONS, filterQuery, word } from "../list-filters.ts";
import { readOptions } from "../options.ts";

/** What the values are worth the daemon says: it alone knows the targets and agents there are. */
export async function listCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("list", args, {
    allowPositionals: true,
    options: {
      ...FILTER_OPTIONS,
      "with-agent-status": { type: "boolean" },
      "agent-summary": { type: "boolean" },
      "group-by": { type: "string" },
      sort: { type: "string" },
      json: { type: "boolean" },
    },
  });
  const [scope, ...rest] = positionals;
  const known = SCOPES.find((each) => each === scope);
  if (known === undefined || rest.length > 0)
    throw new Fault(
      "E_USAGE",
      `list wants panes, windows or sessions${scope === undefined ? ": agtmux list panes" : `, not "${positionals.join(" ")}"`}`,
    );
  const query = [
    ...filterQuery(values),
    ...word("with_agent_status", values["with-agent-status"]),
    ...word("agent_summary", values["agent-summary"]),
    ...word("group_by", values["group-by"]),
    ...word("sort", values.sort),
  ];
  const list = await context.client[known](query);
  if (values.json) return context.out(JSON.stringify(list));
  // only here: a program that reads JSON has no use for tables
  const { printList } = await import("../render/print-list.ts");
  printList(known, list, context);
}

const SCOPES = ["panes", "windows", "sessions"] as const;
