import { useId, useState } from "react";
import type { AdapterItem } from "../../../core/protocol/daemon/adapters.ts";

interface Props {
  agents: readonly AdapterItem[];
  /** As in the request; a name that no tile has is in the box for another command. */
  chosen: string;
  isOther: boolean;
  error: string | null;
  onChoose(agent: string): void;
  onOther(command: string): void;
}

/** The agents to choose from, with the versions that run now, and a box for any other command. Those that never ran are folded. */
export function AgentTiles({ agents, chosen, isOther, error, onChoose, onOther }: Props) {
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const used = agents.filter(({ name, health }) => name === chosen || health.running > 0 || health.last_event !== null);
  const shown = isUnfolded || used.length === 0 ? agents : used;
  const errorId = error === null ? undefined : `${id}-error`;
  return (
    <fieldset className="tiles" aria-describedby={errorId}>
      <legend>Agent</legend>
      {shown.map(({ name, label, health }) => (
        <label key={name} className="tile">
          <input
            type="radio"
            name={id}
            checked={!isOther && chosen === name}
            aria-invalid={error !== null && chosen === name}
            onChange={() => onChoose(name)}
          />
          <span className="tile-name">{label}</span>
          <span className="quiet-words">{tileWords(health)}</span>
        </label>
      ))}
      {shown.length < agents.length && (
        <button type="button" className="button" onClick={() => setUnfolded(true)}>
          {agents.length - shown.length} more agents
        </button>
      )}
      <label className="tile">
        <input type="radio" name={id} checked={isOther} onChange={() => onOther("")} />
        <span className="tile-name">Another</span>
        <span className="quiet-words">a model or a command</span>
      </label>
      {isOther && (
        <input
          className="mono"
          aria-label="Model or command"
          aria-invalid={error !== null}
          aria-describedby={errorId}
          value={chosen}
          onChange={(event) => onOther(event.target.value)}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {error !== null && (
        <p className="field-error" id={errorId} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function tileWords({ running, versions = [] }: AdapterItem["health"]): string {
  const count = running === 0 ? "none running" : `${running} running`;
  return versions.length === 0 ? count : `${versions.join(", ")} · ${count}`;
}
