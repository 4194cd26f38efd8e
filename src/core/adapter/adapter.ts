import type { AgentFacts, AgentMetadataFacts, SignalFacts } from "../engine/envelope.ts";
import type { Source } from "../protocol/events/event.ts";
import type { Decisions, Orders } from "./decisions.ts";
import type { Typing } from "./delivery-plan.ts";
import type { ReadDialog } from "./dialog.ts";
import type { Integration } from "./integration.ts";
import type { Launch } from "./launch.ts";
import type { ProcessFacts } from "./process-facts.ts";
import type { ReadScreen } from "./screen-reader.ts";
import type { SocketChannel } from "./socket-channel.ts";

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
  /** Sources of its events that carry its last message. Once one is heard of, its screen is not searched for markers. */
  tellsWordsBy?: readonly Source[];
  /** What the pane's title shows now; null where it tells nothing. */
  readTitle?(title: string): Reading | null;
  /** What the pane shows now, by the agent's cues and the user's own; what is not recognised is no state. */
  readScreen?: ReadScreen;
  /** The dialog that stands on its screen, and the keys that answer it. */
  readDialog?: ReadDialog;
  /** How it is answered without keys. */
  decisions?: Decisions;
  /** Where its requests are found, if it does not bring them. */
  socket?: SocketChannel;
  /** How it is interrupted without keys. */
  orders?: Orders;
  /** Control sequences that it writes to its pane about itself. */
  osc?: { codes: readonly number[]; read(code: number, text: string): Reading | null };
  /** How the paths of the files end in which it keeps its conversations, wherever its own directory is. */
  transcripts?: RegExp;
  /** What it writes about itself besides, by kind. */
  secondSources?: Readonly<Record<string, SecondSource>>;
  /** How text must be sent to it, where typing it would not do. */
  typing?: Typing;
  /** How its turn is interrupted; absent where that is not known. */
  interrupt?: Interrupt;
  /** How it is told to tell us what happens. */
  integration?: Integration;
  /** How it is started for somebody. */
  launch?: Launch;
  /** The words that go on with a conversation of its own, in the directory where that was begun. */
  resume?(session: string): readonly string[];
}

/** A key, how often it must be pressed, and what the screen shows only while a turn runs that it would interrupt. */
export interface Interrupt {
  key: string;
  times: number;
  running: RegExp;
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
  /** The pane in which it was sent; null: in none, as by a process in the background. */
  pane?: string | null;
}

/** What an adapter reads from a signal. Target, pane, key and time of arrival are known to whoever brought it. */
export interface Reading
  extends AgentFacts,
    Pick<SignalFacts, "source" | "event_type" | "message" | "question" | "evidence" | "subject" | "run" | "turn"> {
  /** When it happened, where the text itself says so. */
  at?: number;
  pid?: number;
}

export interface SecondSource {
  /** `file`: the whole file is the state and is read again when it changes. `line`: each appended line is news. */
  unit: "file" | "line";
  /** It holds the agent's own messages: once it is read, the agent's screen is not searched for markers. */
  tellsWords?: boolean;
  /** Where it is, as far as the metadata tells; null until it does. */
  path(metadata: KnownMetadata): string | null;
  read(text: string): Reading[];
}

/** All that is known of a runtime when its files are looked for. */
export interface KnownMetadata extends Omit<AgentMetadataFacts, "home"> {
  /** Of the user as whom it runs, where it is known. */
  home: string | null;
  pid: number;
}

function majorOf(version: string): string | undefined {
  return version.split(".")[0];
}
