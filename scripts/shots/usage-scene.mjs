/** Pretend usage of panes, days and limits. */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SIZES = { claude: 200_000, codex: 258_400, gemini: 1_048_576 };

export function usageOf(n, agent, now) {
  if (agent === null || n % 5 === 4) return null;
  const size = SIZES[agent] ?? null;
  const percent = (n * 37 + 23) % 100;
  const used = Math.round(((size ?? 100_000) * percent) / 100);
  const context = { used, size, percent: size === null ? null : percent, full_since: null, at: now };
  const sum = usedOf(40 + n * 9, agent === "claude" ? 0.4 + n * 0.37 : null);
  return { session_id: `s${n}`, model: `${agent}-1`, session: sum, turn: sum, day: dayOf(now), on_day: sum, context };
}

export function usageList(now) {
  const items = Array.from({ length: 30 }, (_, index) => {
    const calls = 40 + ((index * 53) % 130);
    return { key: dayOf(now - (29 - index) * DAY_MS), target: null, ...usedOf(calls, calls * 0.031) };
  });
  const limit = { target: "host", pane_id: "%12", at: now - 60_000 };
  return {
    schema_version: 1,
    generated_at: now,
    by: "day",
    since: items[0].key,
    until: items.at(-1).key,
    items,
    sum: usedOf(
      items.reduce((sum, { calls }) => sum + calls, 0),
      93.4,
    ),
    limits: [
      {
        ...limit,
        agent: "claude",
        window: "5h",
        used_percent: 72,
        resets_at: now + 2.5 * HOUR_MS,
        forecast_full_at: now + HOUR_MS,
      },
      { ...limit, agent: "claude", window: "7d", used_percent: 31, resets_at: now + 3 * DAY_MS },
      { ...limit, agent: "codex", window: "5h", used_percent: 12.5, resets_at: now + 4 * HOUR_MS },
    ],
  };
}

function usedOf(calls, usd) {
  const tokens = { input: calls * 2_100, cached: calls * 9_000, cache_written: calls * 700 };
  const written = { output: calls * 420, reasoning: calls * 90 };
  const total = calls * (2_100 + 9_000 + 700 + 420 + 90);
  return {
    calls,
    ...tokens,
    ...written,
    total,
    cost: { usd, computed: false, unpriced_calls: usd === null ? calls : 0 },
  };
}

function dayOf(at) {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}
