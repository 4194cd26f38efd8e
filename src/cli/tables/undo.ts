import type { CommandTable } from "./command-table.ts";
import { GUARD_OPTIONS, JSON_OPTION, REFS } from "./shared-options.ts";

export const UNDO = {
  name: "undo",
  summary: "undo what an agent's last turn changed in its files",
  usage: ["agtmux undo <ref> [options]"],
  about: `Makes the files and the index of git as they were when the agent's last turn began, after it has shown which files that concerns and asked.
Files that git ignores and the contents of submodules stay as they are. It refuses while an agent works there.

If the turn made commits, they are shown, and they stay unless you also say yes to taking them back. What was there before the undo is kept in
agtmux's own folder (snapshots), and commits that were taken back are in git's reflog.

${REFS}`,
  arguments: [{ completes: "ref" }],
  options: {
    ...GUARD_OPTIONS,
    yes: { does: "Do not ask whether to undo." },
    "move-head": { does: "Take the commits of the turn back as well, without asking." },
    ...JSON_OPTION,
  },
  notes: "The snapshot is taken when a turn begins, in repositories of git only (setting turn_snapshots).",
  examples: ["agtmux undo claude"],
} as const satisfies CommandTable;
