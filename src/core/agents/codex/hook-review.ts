import { parse } from "smol-toml";
import { listAt, textAt, valueAt } from "../../adapter/payload.ts";
import { isHookCommand } from "../../integrate/hook-command.ts";
import { nodeAt, plainValue } from "../../integrate/json-value.ts";
import { parseJsonc } from "../../integrate/jsonc.ts";
import { DIALECT } from "./events.ts";

/** Names the setting of config.toml that switches all hooks off; null if there is none. */
export function hooksOff(config: string): string | null {
  const key = ["hooks", "codex_hooks"].find((name) => valueAt(settingsIn(config), "features", name) === false);
  return key === undefined ? null : `"${key}" is false under [features]`;
}

/**
 * Events whose hooks Codex skips, because the user has not approved them yet or has switched them off. It keeps that in
 * config.toml by file, event and position. How it computes the hash of an approved hook is not known, so a later change is missed.
 */
export function awaitingReview(config: string, settings: string, path: string): string[] {
  const parsed = parseJsonc(settings);
  const hooks = parsed.ok ? nodeAt(parsed.json.root, "hooks") : undefined;
  const reviews = valueAt(settingsIn(config), "hooks", "state");
  const isSkipped = (key: string) => {
    const review = valueAt(reviews, key);
    return textAt(review, "trusted_hash") === undefined || valueAt(review, "enabled") === false;
  };
  return hooks?.type !== "object"
    ? []
    : hooks.items.flatMap(({ key, value }) => {
        const event = key ?? "";
        const ours = placesOfOurs(plainValue(value)).map((place) => `${path}:${snakeCase(event)}:${place}`);
        return ours.some(isSkipped) ? [event] : [];
      });
}

/** As Codex counts them: the group, and the hook in it. */
function placesOfOurs(groups: unknown): string[] {
  return listAt(groups).flatMap((group, place) =>
    listAt(group, "hooks").flatMap((hook, index) =>
      isHookCommand(textAt(hook, "command") ?? "", DIALECT.agent) ? [`${place}:${index}`] : [],
    ),
  );
}

function snakeCase(event: string): string {
  return event.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** Null for a config that does not parse: Codex cannot read it either. */
function settingsIn(config: string): unknown {
  try {
    return parse(config);
  } catch {
    return null;
  }
}
