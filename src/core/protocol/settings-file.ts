import { parse, TomlError } from "smol-toml";

export type SettingsFile =
  | { ok: true; words: Record<string, unknown> }
  | { ok: false; fault: string; line: number | null };

/** The words of a config.toml, or the line on which it stops being TOML. */
export function parseSettingsFile(text: string): SettingsFile {
  try {
    return { ok: true, words: parse(text) };
  } catch (error) {
    const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return { ok: false, fault: message, line: error instanceof TomlError ? error.line : null };
  }
}
