import type { AttentionKind } from "../../core/protocol/events/attention.ts";
import { Switch } from "../components/switch.tsx";
import { KIND_WORDS } from "./kind-words.ts";
import type { NotifyPreferences } from "./notify-preferences.ts";

interface Props {
  chosen: NotifyPreferences;
  onChange(part: Partial<NotifyPreferences>): void;
}

/** Which kinds of attention ring and which show a system notification. */
export function KindSwitches({ chosen, onChange }: Props) {
  const flip = (by: "sound" | "desktop", kind: AttentionKind) =>
    onChange({ [by]: { ...chosen[by], [kind]: !chosen[by][kind] } });
  return (
    <table className="switches">
      <caption className="visually-hidden">Which notifications make a sound, and which your system shows</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Sound</th>
          <th scope="col">Desktop</th>
        </tr>
      </thead>
      <tbody>
        {KIND_WORDS.map(({ kind, name, about }) => (
          <tr key={kind}>
            <th scope="row">
              {name} <span className="quiet-words">{about}</span>
            </th>
            {(["sound", "desktop"] as const).map((by) => (
              <td key={by}>
                <Switch isBare checked={chosen[by][kind]} onFlip={() => flip(by, kind)}>
                  {name}: {by === "sound" ? "sound" : "desktop notification"}
                </Switch>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
