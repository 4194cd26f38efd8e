import { Age } from "../../components/age.tsx";
import { StateSymbol } from "../../components/state-symbol.tsx";
import type { Moment } from "./strip.ts";

export function MomentLine({ moment: { at, state, title, says } }: { moment: Moment }) {
  return (
    <li>
      {state === null ? (
        <span className="moment-mark" aria-hidden="true">
          ◆
        </span>
      ) : (
        <StateSymbol look={state} />
      )}
      <span>{title}</span>
      <span className="moment-says" title={says === "" ? undefined : says}>
        {says}
      </span>
      <Age since={at} />
    </li>
  );
}
