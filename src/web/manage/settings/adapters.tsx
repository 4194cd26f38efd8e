import type { Client } from "../../../client/client.ts";
import { LoadNotice } from "../parts/load-notice.tsx";
import { useLoaded } from "../parts/use-asked.ts";
import { AdapterRow } from "./adapter-row.tsx";

const EVERY_MS = 10_000;
const askAdapters = (client: Client) => client.adapters();

export function Adapters() {
  const asked = useLoaded(askAdapters, EVERY_MS);
  return (
    <section className="block" aria-labelledby="adapters-title">
      <h2 id="adapters-title">Agents and integrations</h2>
      <p className="quiet-words">
        Agents tell most by hooks in their own settings, which only you write: run the command in a terminal. With{" "}
        <code className="nowrap">--dry-run</code> it shows the change first; <code>--remove</code> takes it out again.
      </p>
      <LoadNotice what="Agents" asked={asked} />
      <ul className="rows">
        {asked.value?.items.map((item) => (
          <AdapterRow key={item.name} item={item} onChanged={asked.again} />
        ))}
      </ul>
    </section>
  );
}
