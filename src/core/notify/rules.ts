import type { QuietHours } from "../protocol/notify/notify.ts";
import { NotifyRule, type NotifySettings } from "../protocol/settings/settings-notify.ts";
import { CALLING_KINDS } from "./plan.ts";

/** The rules in force: those of the settings, or by default one rule for every configured channel. */
export function rulesOf({ channels, rules }: NotifySettings): NotifyRule[] {
  return rules.length > 0 ? rules : [NotifyRule.parse({ channels: [...new Set([...Object.keys(channels), "push"])] })];
}

/** "input, approval of claude in work-* → phone after 30s, unless somebody looks; not 22:00-07:00". */
export function ruleWords(rule: NotifyRule): string {
  const { kinds, states, agents, targets, sessions, channels, delay, cooldown } = rule;
  const what = [
    (kinds ?? (states === undefined ? CALLING_KINDS : ["anything"])).join(", "),
    ...(states === undefined ? [] : [`while ${states.join(" or ")}`]),
    ...(agents === undefined ? [] : [`of ${agents.join(", ")}`]),
    ...(sessions === undefined ? [] : [`in ${sessions.join(", ")}`]),
    ...(targets === undefined ? [] : [`on ${targets.join(", ")}`]),
  ].join(" ");
  const when = [
    delay === 0 ? "at once" : `after ${spanWords(delay)}`,
    ...(rule.only_if_unwatched ? ["unless somebody looks at it"] : []),
    ...(cooldown === 0 ? [] : [`once in ${spanWords(cooldown)}`]),
    ...(rule.quiet_hours === undefined ? [] : [`not ${hoursWords(rule.quiet_hours)}`]),
  ].join(", ");
  return `${what} → ${channels.join(", ")}: ${when}`;
}

function hoursWords({ from, to }: QuietHours): string {
  return `${clockWords(from)}-${clockWords(to)}`;
}

function clockWords(minute: number): string {
  return `${Math.floor(minute / 60)}`.padStart(2, "0").concat(":", `${minute % 60}`.padStart(2, "0"));
}

function spanWords(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000}h`;
  if (ms % 60_000 === 0) return `${ms / 60_000}m`;
  return ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`;
}
