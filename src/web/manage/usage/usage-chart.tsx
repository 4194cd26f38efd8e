import { costWords, countWords } from "../../../core/lists/usage-words.ts";
import type { UsageItem } from "../../../core/protocol/lists/usage.ts";

const WIDTH = 600;
const HEIGHT = 120;
const GAP = 0.25;
/** Older or smaller ones are in the table only. */
const MOST_BARS = 60;

interface Props {
  items: readonly UsageItem[];
  /** Such as `Tokens by day`. */
  title: string;
}

/** Tokens of each as a bar; the part that was read from the cache is paler. All figures are in the table beside it. */
export function UsageChart({ items, title }: Props) {
  const shown = items.length > MOST_BARS ? items.slice(-MOST_BARS) : items;
  const most = Math.max(1, ...shown.map(({ total }) => total));
  const step = WIDTH / Math.max(shown.length, 7);
  const width = step * (1 - GAP);
  return (
    <svg className="usage-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
      {shown.map((item, index) => {
        const height = (item.total / most) * HEIGHT;
        const cached = (item.cached / most) * HEIGHT;
        const x = index * step + (step - width) / 2;
        return (
          <g key={`${item.target} ${item.key}`}>
            <title>{barWords(item)}</title>
            <rect className="usage-cached" x={x} y={HEIGHT - height} width={width} height={cached} />
            <rect className="usage-bar" x={x} y={HEIGHT - height + cached} width={width} height={height - cached} />
          </g>
        );
      })}
    </svg>
  );
}

function barWords({ key, total, cost }: UsageItem): string {
  return [`${key || "not known"}: ${countWords(total)} tokens`, costWords(cost)].filter(Boolean).join(", ");
}
