import { useState } from "react";
import type { DoctorReport, TargetItem } from "../../../core/protocol/daemon/targets.ts";
import { preferences } from "../../common/preferences.ts";
import { CommandLine } from "../../components/command-line.tsx";
import { useStore } from "../../live/store.ts";
import { useLive } from "../../live/use-live.ts";
import { useNow } from "../../live/use-now.ts";
import { useAction } from "../../pane/actions/use-action.ts";
import { FaultLine } from "../parts/fault-line.tsx";
import { DoctorChecks } from "./doctor-checks.tsx";
import { HostFacts } from "./host-facts.tsx";
import { hostPlace, hostWords } from "./host-words.ts";
import { RemoveHost } from "./remove-host.tsx";

/** One target: its health, the reason, and its actions. */
export function HostCard({ item, onChanged }: { item: TargetItem; onChanged(): void }) {
  const { client } = useLive();
  const asCommand = useStore(preferences.asCommand);
  const connect = useAction<TargetItem>();
  const doctor = useAction<DoctorReport>();
  const [removing, setRemoving] = useState(false);
  const { symbol, health, words } = hostWords(item, useNow());
  const { name } = item;
  const tryNow = async () => {
    await connect.run(() => client.connectTarget(name));
    onChanged();
  };
  return (
    <li className="card" data-health={item.health}>
      <div className="card-head">
        <h2>
          <span className="health-symbol" aria-hidden="true">
            {symbol}
          </span>
          {name}
        </h2>
        <span className="health">{health}</span>
        <span className="place">{hostPlace(item)}</span>
      </div>
      {words !== "" && <p>{words}</p>}
      {item.error !== null && (
        <p className="host-error">
          {item.error.message} <code>{item.error.code}</code>
        </p>
      )}
      <HostFacts item={item} />
      <div className="row-actions">
        {item.health !== "ok" && (
          <button
            type="button"
            className="button"
            disabled={connect.state.phase === "doing"}
            onClick={() => void tryNow()}
          >
            {connect.state.phase === "doing" ? "Connecting…" : `Connect ${name} again`}
          </button>
        )}
        <button
          type="button"
          className="button"
          disabled={doctor.state.phase === "doing"}
          onClick={() => void doctor.run(() => client.doctor(name))}
        >
          {doctor.state.phase === "doing" ? "Checking…" : `Check ${name}`}
        </button>
        {!item.is_default && (
          <button type="button" className="button verb-danger" onClick={() => setRemoving(true)}>
            Remove {name}…
          </button>
        )}
      </div>
      {asCommand && <CommandLine command={`agtmux target doctor ${name}`} />}
      {connect.state.phase === "refused" && <FaultLine what={`Connect ${name}`} fault={connect.state.fault} />}
      {doctor.state.phase === "refused" && <FaultLine what={`Check ${name}`} fault={doctor.state.fault} />}
      {doctor.state.phase === "done" && <DoctorChecks report={doctor.state.report} />}
      {removing && <RemoveHost item={item} onRemoved={onChanged} onClose={() => setRemoving(false)} />}
    </li>
  );
}
