import { useNow } from "../live/use-now.ts";
import type { Entry } from "../view/fleet-entries.ts";
import { targetWords } from "../view/target-words.ts";

interface Props {
  banner: Extract<Entry, { type: "banner" }>;
  row: number;
}

/** An unreachable target, in its group: inconspicuous, because nothing was lost. */
export function TargetBanner({ banner: { targetError, panes }, row }: Props) {
  const words = targetWords(targetError, panes, useNow());
  return (
    <tr className="banner" aria-rowindex={row}>
      <td className="banner-words" title={`${words}\n${targetError.error.message}`}>
        <span className="what">{words}</span>
        <span className="why">{targetError.error.message}</span>
      </td>
    </tr>
  );
}
