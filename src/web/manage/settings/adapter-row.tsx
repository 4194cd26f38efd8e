import type { AdapterItem } from "../../../core/protocol/daemon/adapters.ts";
import { Age } from "../../components/age.tsx";
import { CommandLine } from "../../components/command-line.tsx";
import { Switch } from "../../components/switch.tsx";
import { useLive } from "../../live/use-live.ts";
import { useAction } from "../../pane/actions/use-action.ts";
import { FaultLine } from "../parts/fault-line.tsx";
import { integrationWords, unknownScreenWords } from "./adapter-words.ts";

/** One agent type: how many run, what was last heard, and the command that sets up its hooks. */
export function AdapterRow({ item, onChanged }: { item: AdapterItem; onChanged(): Promise<void> }) {
  const { client } = useLive();
  const { state, run, forget } = useAction<AdapterItem>();
  const { name, label, enabled, compatible, capabilities, health } = item;
  const flip = async () => {
    const changed = await run(() => (enabled ? client.disableAdapter(name) : client.enableAdapter(name)));
    await onChanged();
    if (changed !== null) forget();
  };
  // optimistic, until the list confirms it
  const isOn = state.phase === "doing" ? !enabled : state.phase === "done" ? state.report.enabled : enabled;
  return (
    <li className="row adapter">
      <div className="row-words">
        <p>
          <span className="agent">{label}</span> <span className="quiet-words">{runningWords(health.running)}</span>
          {health.last_event !== null && (
            <span className="quiet-words">
              , last heard <Age since={health.last_event.at} /> ago
            </span>
          )}
        </p>
        <p className="quiet-words">
          {compatible ? integrationWords(item) : "Written for another version of agtmux, so it is not used."}{" "}
          {unknownScreenWords(item)}
        </p>
        {enabled && capabilities.event_driven && <CommandLine command={`agtmux integrate ${name}`} />}
        {state.phase === "refused" && <FaultLine what={`Change ${label}`} fault={state.fault} />}
      </div>
      <Switch checked={isOn} disabled={state.phase === "doing"} onFlip={() => void flip()}>
        Recognise {label}
      </Switch>
    </li>
  );
}

function runningWords(running: number): string {
  return running === 0 ? "none runs" : running === 1 ? "1 runs" : `${running} run`;
}
