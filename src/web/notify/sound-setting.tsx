import { useId } from "react";
import { useNotify } from "./use-notify.ts";

interface Props {
  volume: number;
  onChange(volume: number): void;
}

export function SoundSetting({ volume, onChange }: Props) {
  const { chime } = useNotify();
  const id = useId();
  const percent = Math.round(volume * 100);
  return (
    <div className="setting">
      <label htmlFor={id}>Volume</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={percent}
        aria-valuetext={`${percent} %`}
        onChange={(event) => onChange(Number(event.target.value) / 100)}
      />
      <span className="setting-value">{percent} %</span>
      <button type="button" className="button" onClick={() => chime.play("approval", volume)}>
        Test sound
      </button>
    </div>
  );
}
