import { useState } from "react";
import type { Client } from "../../../client/client.ts";
import type { DeviceItem } from "../../../core/protocol/daemon/devices.ts";
import { Age } from "../../components/age.tsx";
import { LoadNotice } from "../parts/load-notice.tsx";
import { useLoaded } from "../parts/use-asked.ts";
import { otherDevices } from "./other-devices.ts";
import { PairDevice } from "./pair-device.tsx";
import { RevokeDevice } from "./revoke-device.tsx";
import { RevokeOthers } from "./revoke-others.tsx";

const EVERY_MS = 10_000;
const askDevices = (client: Client) => client.devices();

/** Browsers that were let in. */
export function Devices() {
  const asked = useLoaded(askDevices, EVERY_MS);
  const [meant, setMeant] = useState<DeviceItem | "others" | null>(null);
  const others = otherDevices(asked.value?.items ?? []);
  const again = () => void asked.again();
  return (
    <section className="block devices" aria-labelledby="devices-title">
      <h2 id="devices-title">Devices</h2>
      <LoadNotice what="Devices" asked={asked} />
      <ul className="rows">
        {asked.value?.items.map((item) => (
          <li key={item.id} className="row">
            <div className="row-words">
              <p>
                <span className="agent">{item.name}</span>
                {item.is_current && " (this one)"}
                {!item.may_act && ", may only look"}
                {item.may_pair && ", may pair others"}
                {item.may_make_rules && ", may make rules"}
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
      {others.revocable.length > 0 && (
        <div className="row-actions">
          <button type="button" className="button verb-danger" onClick={() => setMeant("others")}>
            Revoke all others…
          </button>
        </div>
      )}
      <PairDevice />
      {meant === "others" && <RevokeOthers others={others} onRevoked={again} onClose={() => setMeant(null)} />}
      {meant !== null && meant !== "others" && (
        <RevokeDevice item={meant} onRevoked={again} onClose={() => setMeant(null)} />
      )}
    </section>
  );
}
