import type { Inspection, Settings } from "./settings.ts";

/** The user whose settings are edited. */
export interface Person {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** How an agent is to start our MCP server. */
export interface McpServer {
  /** Absolute path of `bin/agtmux`. */
  program: string;
  /** Our home, if it is not the usual one. */
  home: string | null;
}

/** How an agent is set up to report to us. */
export interface Integration {
  /** The name of its command. */
  command: string;
  /** The user's configuration directory of the agent. */
  folder(person: Person): string;
  /** Environment variables on which that directory depends. */
  variables: readonly string[];
  /** Path below that directory; `projectFile` is below the root of a project, null if not supported there. */
  file: string;
  projectFile: string | null;
  settings: Settings;
  /** Our part of the same file that tells what nothing else does of tokens, money and limits; only if the user asks for it. */
  usage?: Settings;
  /** Where its MCP servers are listed; only if the user asks for ours to be among them. */
  mcp?: { file(person: Person): string; settings(server: McpServer): Settings };
  /** Another file in the directory that may keep hooks from running. */
  switches?: {
    file: string;
    disabled(text: string): string | null;
    /** Events whose hooks wait for the user's consent. */
    awaiting(text: string, settings: string, path: string): string[];
  };
  /** Steps that are left to the user. */
  next: string;
}

/** A text is null if there is no file. */
export interface IntegrationTexts {
  /** Path of the settings file. */
  path: string;
  settings: string | null;
  switches: string | null;
}

/** Determines from its files how far the agent is integrated; `home` is ours. */
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
