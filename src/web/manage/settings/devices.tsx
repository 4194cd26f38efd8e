import { useState } from "react";
import type { Client } from "../../../client/client.ts";
import type { DeviceItem } from "../../../core/protocol/devices.ts";
import { Age } from "../../components/age.tsx";
import { NotKnown } from "../parts/not-known.tsx";
import { useAsked } from "../parts/use-asked.ts";
import { PairDevice } from "./pair-device.tsx";
import { RevokeDevice } from "./revoke-device.tsx";

const EVERY_MS = 10_000;
const askDevices = (client: Client) => client.devices();

/** Browsers that may act. */
export function Devices() {
  const asked = useAsked(askDevices, EVERY_MS);
  const [meant, setMeant] = useState<DeviceItem | null>(null);
  return (
    <section className="block" aria-labelledby="devices-title">
      <h2 id="devices-title">Devices</h2>
      <NotKnown what="Devices" asked={asked} />
      <ul className="rows">
        {asked.value?.items.map((item) => (
          <li key={item.id} className="row">
            <div className="row-words">
              <p>
                <span className="agent">{item.name}</span>
                {item.is_current && " (this one)"}
              </p>
              <p className="quiet-words">
                last seen <Age since={item.last_seen_at} /> ago, known for <Age since={item.created_at} />,{" "}
                <code>{item.id}</code>
              </p>
            </div>
            <div className="row-actions">
              <button type="button" className="button verb-danger" onClick={() => setMeant(item)}>
                Revoke {item.is_current ? "this device" : item.name}…
              </button>
            </div>
          </li>
        ))}
      </ul>
      <PairDevice />
      {meant !== null && (
        <RevokeDevice item={meant} onRevoked={() => void asked.again()} onClose={() => setMeant(null)} />
      )}
    </section>
  );
}
