import { THIS_MACHINE } from "../../../core/lists/who.ts";
import type { LimitItem } from "../../../core/protocol/lists/usage.ts";
import { formatMoment } from "../../view/format-moment.ts";

/** How much of each account's limit is used, as the newest call told it. */
export function LimitRows({ limits, now }: { limits: readonly LimitItem[]; now: number }) {
  if (limits.length === 0) return null;
  return (
    <section aria-label="Limits">
      <h2>Limits</h2>
      <ul className="rows">
        {limits.map((limit) => (
          <li key={`${limit.target} ${limit.agent} ${limit.window}`} className="usage-limit">
            <span>{nameOf(limit)}</span>
            <meter min={0} max={100} value={limit.used_percent} aria-label={`${nameOf(limit)} used`} />
            <span>{limit.used_percent} %</span>
            <span className="quiet-words">{resetWords(limit, now)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf({ agent, target, window }: LimitItem): string {
  return `${agent}${target === THIS_MACHINE ? "" : ` on ${target}`}, ${window}`;
}

function resetWords({ resets_at, at, forecast_full_at: fullAt }: LimitItem, now: number): string {
  const forecast = fullAt === undefined ? "" : `; forecast: at this rate full at ${formatMoment(fullAt, now)}`;
  const told = `told ${formatMoment(at, now)}${forecast}`;
  if (resets_at === null) return told;
  return resets_at <= now ? `has reset since; ${told}` : `resets ${formatMoment(resets_at, now)}; ${told}`;
}
