import { useCallback, useRef } from "react";
import type { Client } from "../../client/client.ts";
import { searchOn } from "../../client/search-on.ts";
import type { SearchReport } from "../../core/protocol/search/search.ts";
import { PageHead } from "../common/page-head.tsx";
import { preferences } from "../common/preferences.ts";
import { useQuery } from "../common/router.ts";
import { useKeys } from "../common/use-keys.ts";
import { CommandLine } from "../components/command-line.tsx";
import { SearchBox } from "../components/search-box.tsx";
import { daemonTime } from "../live/daemon-time.ts";
import { useStore } from "../live/store.ts";
import { FilterPicks, type Pick } from "../manage/parts/filter-picks.tsx";
import { LoadNotice } from "../manage/parts/load-notice.tsx";
import { useLoaded } from "../manage/parts/use-asked.ts";
import { SearchRow } from "./search-row.tsx";
import { searchCommand } from "./search-words.ts";
import { useSettled } from "./use-settled.ts";

const DAY_MS = 86_400_000;
const SPANS: Record<string, number> = { "1d": DAY_MS, "7d": 7 * DAY_MS, "30d": 30 * DAY_MS };
const PICKS: Pick[] = [
  {
    name: "since",
    label: "From",
    usual: "",
    options: [
      ["", "any time"],
      ["1d", "last day"],
      ["7d", "last week"],
      ["30d", "last month"],
    ],
  },
];
/** Searches when the person has stopped typing for this long. */
const SETTLED_MS = 200;
const MOST_SHOWN = 50;

/** Words that are searched for, and the turns in which they are. */
export function SearchPage() {
  const [query, change] = useQuery();
  const box = useRef<HTMLInputElement>(null);
  const asCommand = useStore(preferences.asCommand);
  const [words, from] = [query.get("q") ?? "", query.get("since") ?? ""];
  const settled = useSettled(words.trim(), SETTLED_MS);
  useKeys({ "/": () => box.current?.focus() });
  const ask = useCallback(
    (client: Client, show: (report: SearchReport) => boolean): Promise<SearchReport | null> => {
      const span = SPANS[from];
      if (settled === "") return Promise.resolve(null);
      const since = span === undefined ? {} : { since: daemonTime.now() - span };
      return searchOn(client.search, { words: settled, limit: MOST_SHOWN, ...since }, show);
    },
    [settled, from],
  );
  const asked = useLoaded(ask);
  const report = settled === "" ? null : asked.value;
  return (
    <>
      <PageHead title="Search">Words in all conversations, also of agents that have ended</PageHead>
      <div className="manage">
        <SearchBox ref={box} label="Search conversations" text={words} onChange={(q) => change({ q })} />
        <FilterPicks picks={PICKS} query={query} onChange={change} />
        {asCommand && words !== "" && <CommandLine command={searchCommand(words, from)} />}
        {settled !== "" && <LoadNotice what="Search" asked={asked} />}
        <p className="quiet-words" role="status">
          {report === null ? EXPLAINED : countWords(report)}
        </p>
        <ul className="rows found">
          {report?.hits.map((hit) => (
            <SearchRow key={`${hit.ref} ${hit.at}`} hit={hit} />
          ))}
        </ul>
      </div>
    </>
  );
}

const EXPLAINED =
  "All words must be there. Words in quotes stand together; a * at the end of a word is the rest of it.";

function countWords({ hits, has_more, searched_to, unread }: SearchReport): string {
  if (searched_to !== null && hits.length < MOST_SHOWN) return "Still searching…";
  const found =
    hits.length === 0 ? "Nothing found." : `${hits.length}${has_more ? " or more" : ""} found, the newest first.`;
  return unread === 0 ? found : `${found} ${unread} conversations are still to be read: search again later.`;
}
