import type { Client } from "../../../client/client.ts";
import { storageWarnings } from "../../../core/fleet/storage-words.ts";
import { FaultLine } from "../parts/fault-line.tsx";
import { useLoaded } from "../parts/use-asked.ts";
import { MemberCard } from "./member-card.tsx";
import { serverWords } from "./member-words.ts";

const EVERY_MS = 4_000;
const askFleet = (client: Client) => client.fleet();

/** The fleet that this daemon is in: its server, and every member. Nothing if it is in none. */
export function FleetPart() {
  const { value, fault } = useLoaded(askFleet, EVERY_MS);
  if (fault !== null) return <FaultLine what="The fleet" fault={fault} />;
  if (value === null || value.name === null) return null;
  return (
    <section className="blocks" aria-labelledby="fleet-title">
      <h2 id="fleet-title">Fleet</h2>
      <p className="quiet-words">{serverWords(value)}</p>
      {storageWarnings(value.storage).map((words) => (
        <p key={words} role="alert">
          <span aria-hidden="true">! </span>
          {words}
        </p>
      ))}
      <ul className="cards">
        {value.members.map((member) => (
          <MemberCard key={member.name} member={member} cutOffSince={value.server === null ? value.since : null} />
        ))}
      </ul>
    </section>
  );
}
