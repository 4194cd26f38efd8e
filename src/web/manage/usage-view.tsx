import { useCallback } from "react";
import type { Client } from "../../client/client.ts";
import { dayOf } from "../../core/text/day-of.ts";
import { PageHead } from "../common/page-head.tsx";
import { preferences } from "../common/preferences.ts";
import { useQuery } from "../common/router.ts";
import { CommandLine } from "../components/command-line.tsx";
import { daemonTime } from "../live/daemon-time.ts";
import { useStore } from "../live/store.ts";
import { AbsentMembers } from "./parts/absent-members.tsx";
import { FilterPicks } from "./parts/filter-picks.tsx";
import { LoadNotice } from "./parts/load-notice.tsx";
import { useLoaded } from "./parts/use-asked.ts";
import { LimitRows } from "./usage/limit-rows.tsx";
import { UsageChart } from "./usage/usage-chart.tsx";
import { daysIn, GROUPINGS, USAGE_PICKS } from "./usage/usage-picks.ts";
import { UsageTable } from "./usage/usage-table.tsx";
import "./manage.css";

const EVERY_MS = 30_000;
const DAY_MS = 86_400_000;

export default function UsageView() {
  const [query, change] = useQuery();
  const asCommand = useStore(preferences.asCommand);
  const by = GROUPINGS.find((each) => each === query.get("by")) ?? "day";
  const days = daysIn(query);
  const ask = useCallback(
    (client: Client) => {
      const since = dayOf(new Date(daemonTime.now() - (days - 1) * DAY_MS));
      return client.usage([
        ["by", by],
        ["since", since],
      ]);
    },
    [by, days],
  );
  const asked = useLoaded(ask, EVERY_MS);
  const list = asked.value;
  return (
    <>
      <PageHead title="Usage">Tokens, money and limits, as the agents record them</PageHead>
      <div className="manage">
        <FilterPicks picks={USAGE_PICKS} query={query} onChange={change} />
        {asCommand && <CommandLine command={`agtmux usage --by ${by} --since ${days - 1}d`} />}
        <LoadNotice what="Usage" asked={asked} />
        {list !== null && <LimitRows limits={list.limits} now={daemonTime.now()} />}
        {list !== null && list.items.length === 0 && (
          <p className="quiet-words" role="status">
            No agent has told of any usage since {list.since}.
          </p>
        )}
        {list !== null && list.items.length > 0 && (
          <>
            <UsageChart items={list.items} title={`Tokens by ${list.by}`} />
            <UsageTable list={list} />
            {list.sum.cost.computed && (
              <p className="quiet-words">~ is computed by the prices in config.toml, not recorded by the agent.</p>
            )}
            {list.sum.cost.unpriced_calls > 0 && (
              <p className="quiet-words">No price is known for {list.sum.cost.unpriced_calls} calls.</p>
            )}
          </>
        )}
        <AbsentMembers members={list?.members} />
      </div>
    </>
  );
}
