import { searchOn } from "../../client/search-on.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { parseSpan } from "../common/span.ts";
import { renderSearch } from "../render/search.ts";
import { SEARCH } from "../tables/search.ts";

const MOST_HITS = 100;

/** Finds words in all conversations. */
export async function searchCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(SEARCH, args);
  const words = positionals.join(" ").trim();
  if (words === "") throw new Fault("E_USAGE", "search wants words: agtmux search flaky login test");
  const agents = (values.agent ?? []).flatMap((names) => names.split(",")).filter((name) => name !== "");
  const since = sinceOf(values.since);
  const request = {
    words,
    agents,
    ...(values.project !== undefined && { project: values.project }),
    ...(since !== undefined && { since }),
    limit: limitIn(values.limit ?? "20"),
  };
  let shown = 0;
  const report = await searchOn(context.client.search, request, ({ hits }) => {
    if (!values.json && hits.length > shown) context.out(renderSearch(hits.slice(shown), context));
    shown = hits.length;
    return true;
  });
  if (values.json) return context.out(JSON.stringify(report));
  if (shown === 0) context.note("agtmux: nothing found");
  if (report.has_more) context.note("agtmux: older hits are left out; --limit shows more");
  if (report.unread > 0)
    context.note(`agtmux: ${report.unread} conversations are still to be read: search again later`);
}

function limitIn(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST_HITS) return limit;
  throw new Fault("E_USAGE", `--limit wants a number from 1 to ${MOST_HITS}, not "${text}"`);
}

function sinceOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const span = parseSpan(text);
  if (span !== null) return Math.max(0, Date.now() - span);
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const at = day === undefined ? Number.NaN : new Date(Number(year), Number(month) - 1, Number(day)).getTime();
  if (Number.isNaN(at))
    throw new Fault("E_USAGE", `--since wants a time span such as 7d, or a day such as 2026-02-13, not "${text}"`);
  return at;
}
