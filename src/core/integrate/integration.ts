import type { Inspection, Settings } from "./settings.ts";

/** The person whose settings they are. */
export interface Person {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** How an agent is told to tell us what happens. */
export interface Integration {
  /** As people type it. */
  command: string;
  /** Where the agent keeps what belongs to this person. */
  folder(person: Person): string;
  /** Of their environment, what that depends on. */
  variables: readonly string[];
  /** Below that folder, and below the root of a project; null where a project has no place for it. */
  file: string;
  projectFile: string | null;
  settings: Settings;
  /** Another file in the folder that may keep hooks from running. */
  switches?: {
    file: string;
    disabled(text: string): string | null;
    /** Events whose hooks wait for a person's word. */
    awaiting(text: string, settings: string, path: string): string[];
  };
  /** What a person has yet to do. */
  next: string;
}

/** Text is null where there is no file. */
export interface IntegrationTexts {
  /** Where the settings stand. */
  path: string;
  settings: string | null;
  switches: string | null;
}

/** How far the agent tells us what happens, by what its files say; `home` is ours. */
export function inspectIntegration(integration: Integration, texts: IntegrationTexts, home: string): Inspection {
  const found = integration.settings.inspect(texts.settings, home);
  if (found.state === "malformed") return found;
  if (integration.switches === undefined) return found;
  const { disabled, awaiting } = integration.switches;
  const config = texts.switches ?? "";
  const words = disabled(config);
  return {
    ...found,
    disabled: found.disabled ?? (words === null ? null : { words, file: "switches" }),
    awaiting: awaiting(config, texts.settings ?? "", texts.path),
  };
}
