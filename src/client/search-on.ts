import type { SearchHit, SearchReport, SearchRequest } from "../core/protocol/search/search.ts";
import type { Client } from "./client.ts";

/**
 * Searches, and goes on where an answer ended before all was looked at, until there are enough hits. What was found so far
 * is told each time; a `tell` that returns false wants no more.
 */
export async function searchOn(
  search: Client["search"],
  request: SearchRequest & { limit: number },
  tell: (report: SearchReport) => boolean,
): Promise<SearchReport> {
  const hits = new Map<string, SearchHit>();
  for (let until: number | null = null; ; ) {
    const report = await search({ ...request, ...(until !== null && { until }) });
    // a turn may be on both sides of where an answer ended
    for (const hit of report.hits) if (!hits.has(hit.ref)) hits.set(hit.ref, hit);
    const isEnough = report.searched_to === null || hits.size >= request.limit;
    const found = [...hits.values()];
    const has_more = report.has_more || found.length > request.limit;
    const soFar = { ...report, hits: found.slice(0, request.limit), has_more };
    if (!tell(soFar) || isEnough) return soFar;
    until = report.searched_to;
  }
}
