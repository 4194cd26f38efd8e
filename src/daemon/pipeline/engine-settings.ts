import { ENGINE_DEFAULTS, type EngineConfig } from "../../core/engine/engine-config.ts";
import type { Settings } from "../../core/protocol/settings/settings.ts";

/** The engine's times from the settings. */
export function engineConfig(settings: Settings): EngineConfig {
  return {
    ...ENGINE_DEFAULTS,
    completedToIdleMs: settings.completed_to_idle,
    busyTtlMs: settings.busy_ttl,
    askTtlMs: settings.ask_ttl,
    silenceMs: settings.nudge_after,
  };
}
