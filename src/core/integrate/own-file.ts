import type { Settings } from "../adapter/settings.ts";

/** A file that is entirely ours, recognised by its first line. */
export function ownFile(part: { name: string; firstLine: string; render(home: string): string }): Settings {
  const isOurs = (text: string) => text.startsWith(`${part.firstLine}\n`);
  const foreign = { line: 1, column: 1, expected: `a file that agtmux has made ("${part.firstLine}")` };
  return {
    inspect(text, home) {
      if (text === null)
        return { state: "absent", missing: [part.name], stale: [], disabled: null, awaiting: [], unread: null };
      if (!isOurs(text)) return { state: "malformed", fault: foreign };
      return text === part.render(home)
        ? { state: "current", missing: [], stale: [], disabled: null, awaiting: [], unread: null }
        : { state: "outdated", missing: [], stale: [part.name], disabled: null, awaiting: [], unread: null };
    },
    add(text, home) {
      return text === null || isOurs(text) ? { ok: true, text: part.render(home) } : { ok: false, fault: foreign };
    },
    // a foreign file at our path stays
    remove: (text) => ({ ok: true, text: text === null || isOurs(text) ? null : text }),
  };
}
