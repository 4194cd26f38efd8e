import { useId } from "react";
import type { PresetList } from "../../../core/protocol/actions/spawn.ts";

interface Props {
  presets: PresetList["items"];
  onChoose(preset: PresetList["items"][number]): void;
}

/** Spawns that config.toml names: one fills the form. */
export function PresetChoice({ presets, onChoose }: Props) {
  const listId = useId();
  if (presets.length === 0) return null;
  return (
    <section className="recent" aria-labelledby={listId}>
      <h3 id={listId}>Presets</h3>
      {presets.map((preset) => (
        <button key={preset.name} type="button" className="button small" onClick={() => onChoose(preset)}>
          {preset.name}
        </button>
      ))}
    </section>
  );
}
