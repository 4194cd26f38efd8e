import { useCallback } from "react";
import type { Client } from "../../client/client.ts";
import { PageHead } from "../common/page-head.tsx";
import { preferences } from "../common/preferences.ts";
import { useQuery } from "../common/router.ts";
import { CommandLine } from "../components/command-line.tsx";
import { daemonTime } from "../live/daemon-time.ts";
import { useStore } from "../live/store.ts";
import { ACTION_NAMES } from "./audit/action-names.ts";
import { AuditFilters, SPANS } from "./audit/audit-filters.tsx";
import { AuditRow } from "./audit/audit-row.tsx";
import { filterAudit } from "./audit/audit-words.ts";
import { AbsentMembers } from "./parts/absent-members.tsx";
import { LoadNotice } from "./parts/load-notice.tsx";
import { useLoaded } from "./parts/use-asked.ts";
import "./manage.css";

const EVERY_MS = 10_000;
/** Older ones can be found with a narrower filter. */
const MAX_SHOWN = 300;

export default function AuditView() {
  const [query, change] = useQuery();
  const asCommand = useStore(preferences.asCommand);
  const span = SPANS.find(({ value }) => value === query.get("since")) ?? SPANS[1];
  const ask = useCallback((client: Client) => client.audit(span.ms === null ? 0 : daemonTime.now() - span.ms), [span]);
  const asked = useLoaded(ask, EVERY_MS);
  const known = asked.value?.items ?? [];
  const items = filterAudit(known, { action: query.get("action"), outcome: query.get("outcome") });
  return (
    <>
      <PageHead title="Audit">Who did what to which agent, and what was refused</PageHead>
      <div className="manage">
        <AuditFilters query={query} actions={ACTION_NAMES} onChange={change} />
        {asCommand && <CommandLine command={`agtmux audit${span.ms === null ? "" : ` --since ${span.value}`}`} />}
        <LoadNotice what="Audit" asked={asked} />
        {asked.value !== null && (
          <p className="quiet-words" role="status">
            {countWords(items.length, known.length)}
          </p>
        )}
        <ul className="rows audit">
          {items.slice(0, MAX_SHOWN).map((entry) => (
            <AuditRow key={`${entry.member} ${entry.correlation_id}`} entry={entry} />
          ))}
        </ul>
        {items.length > MAX_SHOWN && (
          <p className="quiet-words">The newest {MAX_SHOWN} are shown; filter for others.</p>
        )}
        <AbsentMembers members={asked.value?.members} />
      </div>
    </>
  );
}

function countWords(shown: number, known: number): string {
  if (known === 0) return "Nothing was done in this time.";
  return shown === known ? `${known === 1 ? "1 action" : `${known} actions`}` : `${shown} of ${known} actions`;
}
