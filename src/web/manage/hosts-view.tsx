import type { Client } from "../../client/client.ts";
import { PageHead } from "../common/page-head.tsx";
import { AddHost } from "./hosts/add-host.tsx";
import { HostCard } from "./hosts/host-card.tsx";
import { LoadNotice } from "./parts/load-notice.tsx";
import { useLoaded } from "./parts/use-asked.ts";
import "./manage.css";

const EVERY_MS = 4_000;
const askTargets = (client: Client) => client.targets();

export default function HostsView() {
  const asked = useLoaded(askTargets, EVERY_MS);
  return (
    <>
      <PageHead title="Hosts">This machine, others over ssh, other tmux servers</PageHead>
      <div className="manage two-columns">
        <div className="blocks">
          <LoadNotice what="Hosts" asked={asked} />
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
    </>
  );
}
