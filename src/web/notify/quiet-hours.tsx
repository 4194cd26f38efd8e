import { useId } from "react";
import { Switch } from "../components/switch.tsx";
import type { NotifyPreferences } from "./notify-preferences.ts";
import { formatTimeOfDay, parseTimeOfDay } from "./time-of-day.ts";

interface Props {
  quiet: NotifyPreferences["quiet"];
  onChange(quiet: NotifyPreferences["quiet"]): void;
}

const NIGHT = { from: 22 * 60, to: 7 * 60 };

/** The hours in which this device stays silent; the list and the title still update. */
export function QuietHours({ quiet, onChange }: Props) {
  const id = useId();
  const { from, to } = quiet ?? NIGHT;
  const change = (part: "from" | "to", text: string) => {
    const minute = parseTimeOfDay(text);
    if (minute !== null) onChange({ from, to, [part]: minute });
  };
  return (
    <fieldset className="setting">
      <legend className="visually-hidden">Quiet hours</legend>
      <Switch checked={quiet !== null} onFlip={() => onChange(quiet === null ? NIGHT : null)}>
        Keep quiet hours
      </Switch>
      {(["from", "to"] as const).map((part) => (
        <span key={part} className="time">
          <label htmlFor={`${id}-${part}`}>{part === "from" ? "from" : "until"}</label>
          <input
            id={`${id}-${part}`}
            type="time"
            disabled={quiet === null}
            value={formatTimeOfDay(part === "from" ? from : to)}
            onChange={(event) => change(part, event.target.value)}
          />
        </span>
      ))}
    </fieldset>
  );
}
