import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const ADAPTERS = {
  name: "adapters",
  summary: "show which agents are recognised and by what, and switch that on and off",
  usage: [
    "agtmux adapters [list] [options]",
    "agtmux adapters enable|disable <name> [options]",
    "agtmux adapters show [name] [options]",
    "agtmux adapters test <file> [options]",
    "agtmux adapters new <name> --pane <pane> [options]",
    "agtmux adapters update <pack>|--undo [options]",
    "agtmux adapters report [options]",
  ],
  about: `An adapter knows one agent: its process, its hooks, its files and its screen.

You can add agents of your own without code: an agent file NAME.toml in the folder agents of agtmux's home says how its process and its screen look. It is read when the daemon starts; one with a fault is not used, and 'agtmux doctor' says so.`,
  subcommands: {
    list: {
      name: "adapters list",
      does: "show each adapter with how many of its agents run, when one was last heard and how, what the adapter can report, and how many screens it could not read",
      options: JSON_OPTION,
    },
    enable: {
      name: "adapters enable",
      does: "recognise its agents again; what they reported in the meantime does not count",
      arguments: [{ completes: "adapter" }],
      options: JSON_OPTION,
    },
    disable: {
      name: "adapters disable",
      does: "treat its agents as any other program from now on, also after a restart; what their hooks report is logged and not shown, and nothing is stopped",
      arguments: [{ completes: "adapter" }],
      options: JSON_OPTION,
    },
    show: {
      name: "adapters show",
      does: "show the agent files, or one of them with its titles, cues and dialogs; needs no daemon",
      arguments: [{ completes: "adapter" }],
      options: JSON_OPTION,
    },
    test: {
      name: "adapters test",
      does: "check an agent file, by its path or its name, and read the screens in the folder NAME beside it (CASE.STATE.txt, and CASE.STATE.title for the pane's title); shows the parts of the first ones that are not read as their name says, and then fails",
      arguments: [{}],
      options: JSON_OPTION,
    },
    update: {
      name: "adapters update",
      does: "take a signed pack of agent files, without a new release, and say what it changes; one that is older, wrongly signed (setting pack_keys), for a newer agtmux, or that does not read its own screens is refused. Nothing is fetched",
      arguments: [{}],
      options: { undo: { does: "Go back to the pack before, or to agtmux's own files." }, ...JSON_OPTION },
    },
    report: {
      name: "adapters report",
      does: "list the screens of known agents that could not be read, if the setting keep_unknown_screens keeps them, and write them into one file that you can read, cut and hand on. Nothing leaves this machine",
      options: {
        out: { value: "file", does: "Write all of them into this file; one that is there is left alone." },
        clear: { does: "Then remove what was kept." },
        ...JSON_OPTION,
      },
    },
    new: {
      name: "adapters new",
      does: "begin the file of an agent of your own, or go on with it: take screens of a pane while you type what is true, propose how its process and its screen are read, and show which screens are right; needs no daemon",
      arguments: [{}],
      options: {
        pane: { value: "pane", completes: "ref", does: "The pane with the agent, as tmux names it; on this machine." },
        state: {
          value: "state",
          completes: ["running", "waiting_approval", "waiting_input", "completed", "idle", "error", "unknown"],
          does: "Take one screen now, of which this is true, and ask nothing.",
        },
        case: {
          value: "kind",
          does: "The kind of screen, where a state has several (edit, shell): each gets a cue of its own, if that of another does not fit it.",
        },
        "agent-version": { value: "version", does: "The version of the agent whose screens these are." },
        ...JSON_OPTION,
      },
    },
  },
  examples: [
    "agtmux adapters new mini --pane %5",
    "agtmux adapters new mini --pane %5 --state waiting_approval --case edit",
    "agtmux adapters test ~/.agtmux/agents/mini.toml",
    "agtmux adapters list",
    "agtmux adapters disable gemini",
  ],
} as const satisfies CommandTable;
