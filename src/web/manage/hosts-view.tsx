import type { Client } from "../../client/client.ts";
import { PageHead } from "../common/page-head.tsx";
import { useKeyState } from "../live/use-live.ts";
import { AddHost } from "./hosts/add-host.tsx";
import { FleetPart } from "./hosts/fleet-part.tsx";
import { HostCard } from "./hosts/host-card.tsx";
import { LoadNotice } from "./parts/load-notice.tsx";
import { useLoaded } from "./parts/use-asked.ts";
import "./manage.css";

const EVERY_MS = 4_000;
const askTargets = (client: Client) => client.targets();

export default function HostsView() {
  const asked = useLoaded(askTargets, EVERY_MS);
  const mayAct = useKeyState().phase === "held";
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
          {mayAct && <FleetPart />}
        </div>
        <section className="block" aria-labelledby="add-host-title">
          <h2 id="add-host-title">Add a host</h2>
          <p className="quiet-words">
            It needs tmux, sh and an ssh login without a password; nothing is installed by hand. A machine that ssh does
            not reach joins by itself: <code>agtmux fleet join</code>.
          </p>
          <AddHost onAdded={() => void asked.again()} />
        </section>
      </div>
    </>
  );
}
