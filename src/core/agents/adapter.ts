import type { Typing } from "../actions/delivery-plan.ts";
import type { SignalFacts, Traces } from "../engine/envelope.ts";
import type { Integration } from "../integrate/integration.ts";
import type { ReadDialog } from "./dialog.ts";
import type { Launch } from "./launch.ts";
import type { ProcessFacts } from "./process-facts.ts";
import type { ReadScreen } from "./screen-reader.ts";

/** All that is known of one agent. Pure: whoever watches files, panes and processes calls these and adds time and place. */
export interface Adapter {
  /** Which version of this contract it was written for. */
  contract: string;
  /** As events and spool entries carry it. */
  name: string;
  /** As people read it. */
  label: string;
  capabilities: Capabilities;
  /** One server may run the hooks of all its panes, and has the pane of whoever started it: a pane named by them is not believed. */
  sharesServer?: boolean;
  /** Is this very process the agent, in conversation with a person? */
  identify(process: ProcessFacts): boolean;
  /** What a hook, notify or plugin event says, in order; what it does not know is a note. Absent where the agent tells nothing. */
  normalize?(signal: AgentSignal): Reading[];
  /** What the pane's title shows now; null where it tells nothing. */
  readTitle?(title: string): Reading | null;
  /** What the pane shows now, by the agent's cues and the user's own; what is not recognised is no state. */
  readScreen?: ReadScreen;
  /** The dialog that stands on its screen, and the keys that answer it. */
  readDialog?: ReadDialog;
  /** Control sequences that it writes to its pane about itself. */
  osc?: { codes: readonly number[]; read(code: number, text: string): Reading | null };
  /** What it writes about itself besides, by kind. */
  secondSources?: Readonly<Record<string, SecondSource>>;
  /** How text must be sent to it, where typing it would not do. */
  typing?: Typing;
  /** How it is told to tell us what happens. */
  integration?: Integration;
  /** How it is started for somebody. */
  launch?: Launch;
  /** The words that go on with a conversation of its own, in the directory where that was begun. */
  resume?(session: string): readonly string[];
}

export const CONTRACT = "1.0";

/** A minor version only adds what may be absent, so any minor of the same major will do. */
export function isCompatible(version: string): boolean {
  return /^\d+\.\d+$/.test(version) && majorOf(version) === majorOf(CONTRACT);
}

export interface Capabilities {
  /** It reports by itself what happens. */
  event_driven: boolean;
  /** Its screen must be looked at, or something is missed. */
  polling_required: boolean;
  supports_waiting_approval: boolean;
  supports_waiting_input: boolean;
  supports_completed: boolean;
}

/** One event as its spool entry carries it. */
export interface AgentSignal {
  event: string;
  /** As the agent gave it, which is JSON where all is well. */
  payload: string;
}

/** What an adapter reads from a signal. Target, pane, key and time of arrival are known to whoever brought it. */
export interface Reading
  extends Traces,
    Pick<SignalFacts, "source" | "event_type" | "message" | "question" | "evidence" | "subject" | "run" | "turn"> {
  /** When it happened, where the text itself says so. */
  at?: number;
  pid?: number;
}

export interface SecondSource {
  /** `file`: the whole file is the state and is read again when it changes. `line`: each appended line is news. */
  unit: "file" | "line";
  /** Where it is, as far as the clues tell; null until they do. */
  path(clues: Clues): string | null;
  read(text: string): Reading[];
}

/** All that is known of a runtime when its files are looked for. */
export interface Clues extends Omit<Traces, "home"> {
  /** Of the user as whom it runs, where it is known. */
  home: string | null;
  pid: number;
}

function majorOf(version: string): string | undefined {
  return version.split(".")[0];
}
