import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const SEARCH = {
  name: "search",
  summary: "find words in all conversations, live and ended",
  usage: ["agtmux search <words>… [options]"],
  about: `Finds turns in which all the words are, in the conversations of all agents on this machine and of those seen over ssh, also of those that have ended; the newest
first. Words in quotes stand together, and a word that ends with * is the beginning of one. Case and accents do not matter. Each hit shows who
said it (> you, • a tool, nothing for the agent), and the ref with which 'agtmux log' prints the conversation from there on.`,
  arguments: [{ repeated: true }],
  options: {
    agent: { value: "NAME,…", multiple: true, completes: "agent", does: "Search only conversations of these agents." },
    project: { value: "PATH", does: "Search only where the directory's path contains this." },
    since: { value: "SPAN|DAY", does: "Search only what was said since then, such as 7d or 2026-02-13." },
    limit: { value: "N", does: "Print at most this many turns, from 1 to 100 (default: 20)." },
    ...JSON_OPTION,
  },
  notes: `The JSON follows schemas/search-report.json. The daemon keeps an index in $AGTMUX_HOME/search.db, without secrets; the settings search,
search_keep, search_size and search_exclude say whether, and of what (agtmux config).`,
  examples: [
    "agtmux search flaky login test",
    `agtmux search '"rate limit"' --agent codex --since 7d`,
    "agtmux search 'migrat*' --project api",
  ],
} as const satisfies CommandTable;
