import type { Client } from "../../client/client.ts";
import { AddHost } from "./hosts/add-host.tsx";
import { HostCard } from "./hosts/host-card.tsx";
import { NotKnown } from "./parts/not-known.tsx";
import { useAsked } from "./parts/use-asked.ts";
import "./manage.css";

const EVERY_MS = 4_000;
const askTargets = (client: Client) => client.targets();

export default function HostsView() {
  const asked = useAsked(askTargets, EVERY_MS);
  return (
    <div className="manage two-columns">
      <header className="manage-head">
        <h1>Hosts</h1>
        <p className="quiet-words">This machine, other machines over ssh, and other tmux servers of this one.</p>
      </header>
      <div className="blocks">
        <NotKnown what="Hosts" asked={asked} />
        <ul className="cards">
          {asked.value?.items.map((item) => (
            <HostCard key={item.name} item={item} onChanged={() => void asked.again()} />
          ))}
        </ul>
      </div>
      <section className="block" aria-labelledby="add-host-title">
        <h2 id="add-host-title">Add a host</h2>
        <p className="quiet-words">
          It needs tmux, sh and an ssh login without a password; nothing is installed by hand.
        </p>
        <AddHost onAdded={() => void asked.again()} />
      </section>
    </div>
  );
}
