import type { TargetItem } from "../../../core/protocol/daemon/targets.ts";
import { Age } from "../../components/age.tsx";

const CARRIERS = {
  local: "read in place",
  channel: "over the ssh connection",
  window: "through a hidden tmux window",
};

export function HostFacts({ item }: { item: TargetItem }) {
  const { panes, agents, tmux_version, carrier, last_seen_at, clock_offset_ms } = item;
  return (
    <dl className="facts">
      <div>
        <dt>Panes</dt>
        <dd>{panes}</dd>
      </div>
      <div>
        <dt>Agents</dt>
        <dd>{agents}</dd>
      </div>
      <div>
        <dt>Last answer</dt>
        <dd>
          {last_seen_at === null ? (
            "never"
          ) : (
            <>
              <Age since={last_seen_at} /> ago
            </>
          )}
        </dd>
      </div>
      {tmux_version !== null && (
        <div>
          <dt>tmux</dt>
          <dd>{tmux_version}</dd>
        </div>
      )}
      {carrier !== null && (
        <div>
          <dt>Signals</dt>
          <dd>{CARRIERS[carrier]}</dd>
        </div>
      )}
      {clock_offset_ms !== null && Math.abs(clock_offset_ms) >= 1_000 && (
        <div>
          <dt>Clock</dt>
          <dd>{Math.round(clock_offset_ms / 1_000)} s off, corrected</dd>
        </div>
      )}
    </dl>
  );
}
