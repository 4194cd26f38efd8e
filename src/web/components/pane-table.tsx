import type { PaneItem } from "../../core/protocol/lists.ts";
import { paneKey } from "../live/fleet.ts";
import { PaneRow } from "./pane-row.tsx";

interface Props {
  label: string;
  panes: PaneItem[];
  showPlace?: boolean;
  timeHeading?: string;
}

export function PaneTable({ label, panes, showPlace = false, timeHeading = "Time in state" }: Props) {
  const headings = ["State", "Agent", "Window", "Message", "Said by", timeHeading];
  return (
    <table aria-label={label}>
      <thead className="visually-hidden">
        <tr>
          {headings.map((heading) => (
            <th scope="col" key={heading}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {panes.map((pane) => (
          <PaneRow key={paneKey(pane.identity)} pane={pane} showPlace={showPlace} />
        ))}
      </tbody>
    </table>
  );
}
