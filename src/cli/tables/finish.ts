import type { CommandTable } from "./command-table.ts";
import { GUARD_OPTIONS, JSON_OPTION, REFS } from "./shared-options.ts";

export const FINISH = {
  name: "finish",
  summary: "commit what an agent has done, merge it, push it or open a pull request",
  usage: ["agtmux finish <ref> [options]", "agtmux finish <ref> --undo"],
  about: `Shows each step, asks, and then does it: all changes where the agent works become a commit on its branch; with --merge, --rebase or
--squash they come into the base; with --push they are pushed; with --pull-request a pull request is opened by gh or glab; with --dispose the agent is
disposed of in the end. The message is proposed from the agent's last words. Your own hooks and your signing apply.

It refuses while an agent works there, on a detached head, and while a merge or rebase is in progress. If files conflict with the base, it names
them and leaves everything as it was. Until something was pushed or the agent is disposed of, --undo takes it back; nothing is ever pushed by force.

${REFS}`,
  arguments: [{ completes: "ref" }],
  options: {
    ...GUARD_OPTIONS,
    message: { value: "TEXT", does: "Take this message instead of the proposed one." },
    edit: { does: "Open the message in your editor first ($VISUAL, $EDITOR or vi)." },
    merge: { does: "Merge the branch into its base." },
    rebase: { does: "Rebase the branch onto its base, and bring the base forward to it." },
    squash: {
      does: "Make one commit of all commits of the branch, on top of its base, and bring the base forward to it.",
    },
    "pull-request": { does: "Push the branch, and open a pull request with gh or glab." },
    onto: {
      value: "BRANCH",
      does: "Take this base (default: the branch's own, else the remote's main branch, main or master).",
    },
    push: { does: "Push the branch; with --merge, --rebase or --squash, the base." },
    dispose: { does: "Dispose of the agent in the end, if 'agtmux spawn' started it." },
    undo: { does: "Take back what was finished last." },
    "dry-run": { does: "Show the steps, and do nothing." },
    yes: { does: "Do not ask. This is needed if there is no terminal." },
    ...JSON_OPTION,
  },
  notes:
    "git, gh and glab run on the agent's machine, in the environment of the daemon there, and cannot ask for a password.",
  examples: ["agtmux finish claude", "agtmux finish claude --squash --dispose", "agtmux finish vm1/api --pull-request"],
} as const satisfies CommandTable;
