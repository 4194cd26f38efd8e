import { useMemo, useRef } from "react";
import { PaletteButton } from "../common/palette-button.tsx";
import { preferences } from "../common/preferences.ts";
import { useKeys } from "../common/use-keys.ts";
import { CommandLine } from "../components/command-line.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { SearchBox } from "../components/search-box.tsx";
import { TargetErrors } from "../components/target-errors.tsx";
import { paneKey } from "../live/fleet.ts";
import { useStore } from "../live/store.ts";
import { useFleet, useLive } from "../live/use-live.ts";
import { fleetCommand } from "../view/as-command.ts";
import { fleetEntries, lookCounts } from "../view/fleet-entries.ts";
import { FleetGrid } from "./fleet-grid.tsx";
import { GroupMenu } from "./group-menu.tsx";
import { StateChips } from "./state-chips.tsx";
import { useFleetQuery } from "./use-fleet-query.ts";

interface Props {
  opened: { target: string; paneId: string } | null;
}

/** Every pane of every target, one line each. */
export function FleetView({ opened }: Props) {
  const fleet = useFleet();
  const [query, change] = useFleetQuery(opened === null);
  const asCommand = useStore(preferences.asCommand);
  const search = useRef<HTMLInputElement>(null);
  const panes = fleet?.panes;
  const errors = fleet?.targetErrors;
  const questions = useStore(useLive().asked.questions);
  const entries = useMemo(
    () => fleetEntries(panes?.values() ?? [], errors ?? [], query, questions),
    [panes, errors, query, questions],
  );
  const counts = useMemo(
    () => lookCounts(panes?.values() ?? [], query.search, questions),
    [panes, query.search, questions],
  );
  useKeys({
    "/": () => {
      search.current?.focus();
      search.current?.select();
    },
  });
  const openedId = opened && paneKey({ target: opened.target, pane_id: opened.paneId });
  const isFiltered = query.search !== "" || query.looks.size > 0;
  return (
    <main className="list fleet">
      <header className="list-head">
        <h1>Fleet</h1>
        <p className="headline">
          {fleet !== null && (
            <>
              {counted(fleet.summary.agents, "agent")}
              <span className="of-panes"> in {counted(fleet.summary.panes, "pane")}</span>
            </>
          )}
        </p>
        <SearchBox ref={search} label="Search panes" text={query.search} onChange={change.search} />
        <GroupMenu grouping={query.grouping} onPick={change.group} />
        <PaletteButton />
      </header>
      <StateChips counts={counts} chosen={query.looks} onToggle={change.toggleLook} />
      {asCommand && <CommandLine command={fleetCommand([...query.looks])} />}
      <div className="visually-hidden">
        <TargetErrors fleet={fleet} />
      </div>
      {entries.length > 0 && panes !== undefined && (
        <FleetGrid entries={entries} panes={panes} query={query} openedId={openedId} onFold={change.fold} />
      )}
      {entries.length === 0 && fleet !== null && (isFiltered ? <NothingFound /> : <EmptyState />)}
    </main>
  );
}

function NothingFound() {
  return (
    <div className="teach">
      <h2>No pane matches</h2>
      <p>
        Another word, or other states, may find it. What is searched: questions, messages, tasks, agents, windows and
        directories.
      </p>
    </div>
  );
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
