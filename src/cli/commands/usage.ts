import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { dayOf } from "../common/day-of.ts";
import { word } from "../common/list-filters.ts";
import { readOptions } from "../common/options.ts";
import { parseSpan } from "../common/span.ts";
import { renderUsage, usageCsv } from "../render/usage.ts";
import { USAGE } from "../tables/usage.ts";

/** Shows tokens, money and limits. */
export async function usageCommand(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(USAGE, args);
  if (values.csv && values.json) throw new Fault("E_USAGE", "--csv and --json do not go together");
  const query = [...word("by", values.by), ...word("since", sinceOf(values.since))];
  const list = await context.client.usage(query);
  if (values.json) return context.out(JSON.stringify(list));
  if (values.csv) context.verbatim(usageCsv(list));
  else context.out(renderUsage(list, context));
}

function sinceOf(text: string | undefined): string | undefined {
  if (text === undefined || /^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  const span = parseSpan(text);
  if (span !== null) return dayOf(Date.now() - span);
  throw new Fault("E_USAGE", `--since wants a time span such as 7d, or a day such as 2026-02-13, not "${text}"`);
}
