import { Icon } from "../common/icon.tsx";
import type { Entry } from "../view/fleet-entries.ts";

interface Props {
  group: Extract<Entry, { type: "group" }>;
  row: number;
  onFold(name: string): void;
}

export function GroupHead({ group: { name, size, isFolded }, row, onFold }: Props) {
  return (
    <tr className="group" aria-rowindex={row}>
      <th scope="rowgroup" className="group-name">
        <button type="button" className="fold" aria-expanded={!isFolded} onClick={() => onFold(name)}>
          <Icon name="caret" size={16} />
          <span className="group-words">{name}</span> <span className="group-size">{size}</span>
        </button>
      </th>
    </tr>
  );
}
