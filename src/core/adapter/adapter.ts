import type { AgentFacts, AgentMetadataFacts, SignalFacts } from "../engine/envelope.ts";
import type { Pattern } from "../pattern/pattern.ts";
import type { Source } from "../protocol/events/event.ts";
import type { Conversation } from "./conversation.ts";
import type { Decisions, Orders } from "./decisions.ts";
import type { Typing } from "./delivery-plan.ts";
import type { ReadDialog } from "./dialog.ts";
import type { Integration } from "./integration.ts";
import type { Repeats } from "./kept-flags.ts";
import type { Launch } from "./launch.ts";
import type { ProcessFacts } from "./process-facts.ts";
import type { Places } from "./screen.ts";
import type { ReadScreen } from "./screen-reader.ts";
import type { SocketChannel } from "./socket-channel.ts";

/**
 * Everything agtmux knows about one agent. It is pure: the sources, which watch files, panes and processes, call it and add
 * time and place.
 */
export interface Adapter {
  /** The version of this interface that it was written for. */
  contract: string;
  /** Its name in events and spool entries. */
  name: string;
  /** Its name for people. */
  label: string;
  capabilities: Capabilities;
  /** All that is known of it is what its documentation says: nobody has tried it. */
  byDocumentation?: true;
  /** One server runs the hooks of all its panes. They all name the pane that started it, so that pane is ignored. */
  sharesServer?: boolean;
  /** Whether this process is the agent itself, in conversation with a person. */
  identify(process: ProcessFacts): boolean;
  /** Whom its command line names as its lead; null if it is nobody's teammate. */
  teammateIn?(argv: readonly string[]): Teammate | null;
  /** Reads a hook, notify or plugin event into readings, in order; an unknown event becomes a note. Absent if the agent reports nothing. */
  normalize?(signal: AgentSignal): Reading[];
  /** Sources whose events carry its last message. Once one of them was heard, its screen is not searched for markers. */
  tellsWordsBy?: readonly Source[];
  /** Reads the pane's title; null if it says nothing about the state. */
  readTitle?(title: string): Reading | null;
  /** Reads the pane's screen by the agent's cues and the user's own; a screen that is not recognised gives no state. */
  readScreen?: ReadScreen;
  /** The parts of its screen that cues look at, for those who write cues. */
  screenParts?(lines: readonly string[]): Places;
  /** Reads the dialog on its screen, with the keys that answer it. */
  readDialog?: ReadDialog;
  /** The agent's own channel for answers, used instead of keys. */
  decisions?: Decisions;
  /** Where its requests are found, if it does not bring them. */
  socket?: SocketChannel;
  /** How it is interrupted without keys. */
  orders?: Orders;
  /** Control sequences that it writes to its pane about itself. */
  osc?: { codes: readonly number[]; read(code: number, text: string): Reading | null };
  /** How the paths of its transcripts end, wherever its own directory is. */
  transcripts?: RegExp;
  /** Its second sources, by kind: files in which it records what it does. */
  secondSources?: Readonly<Record<string, SecondSource>>;
  /** How its conversation is read for people. */
  conversation?: Conversation;
  /** How text must be sent to it, if plain typing does not work. */
  typing?: Typing;
  /** How to interrupt its turn; absent if that is not known. */
  interrupt?: Interrupt;
  /** The key by which it leaves, and how often to press it; absent if that is not known. */
  exit?: Exit;
  /** Compiles a later agent file of this agent, which has been checked. Absent if the agent has no file. */
  renewed?(file: unknown): Partial<Adapter>;
  /** How to set it up so that it reports to us. */
  integration?: Integration;
  /** How to start it. */
  launch?: Launch;
  /** The arguments that resume a conversation, in the directory where it began. */
  resume?(session: string): readonly string[];
  /** Its flags that are given again when a conversation is resumed. */
  repeats?: Repeats;
}

/** An agent that another one has started in a pane of its own. */
export interface Teammate {
  name: string;
  /** The agent session of the one that started it. */
  lead_session: string;
}

/** A key, how often to press it, and the text that is on the screen only while a turn runs that the key would interrupt. */
export interface Interrupt {
  key: string;
  times: number;
  running: Pattern;
}

export type Exit = Pick<Interrupt, "key" | "times">;

export const CONTRACT = "1.0";

/** A minor version only adds optional parts, so any minor of the same major fits. */
export function isCompatible(version: string): boolean {
  return /^\d+\.\d+$/.test(version) && majorOf(version) === majorOf(CONTRACT);
}

export interface Capabilities {
  /** It reports its events itself. */
  event_driven: boolean;
  /** Some of its states show only on its screen. */
  polling_required: boolean;
  supports_waiting_approval: boolean;
  supports_waiting_input: boolean;
  supports_completed: boolean;
}

/** One event from a spool entry. */
export interface AgentSignal {
  event: string;
  /** The agent's own text; normally JSON. */
  payload: string;
  /** The pane it was sent from; null if from none, as by a background process. */
  pane?: string | null;
}

/** An adapter's reading of a signal. The source adds target, pane, dedupe key and time of arrival. */
export interface Reading
  extends AgentFacts,
    Pick<SignalFacts, "source" | "event_type" | "message" | "question" | "evidence" | "subject" | "run" | "turn"> {
  /** When it happened, if the text says so. */
  at?: number;
  pid?: number;
}

export interface SecondSource {
  /** `file`: the whole file is the state, read again when it changes. `line`: each appended line is one event. */
  unit: "file" | "line";
  /** It holds the agent's own messages: once it is read, the agent's screen is not searched for markers. */
  tellsWords?: boolean;
  /** Its path, from the agent metadata; null until that is known. */
  path(metadata: KnownMetadata): string | null;
  read(text: string): Reading[];
  /** Files of the same form, one for each of its sub-agents; only what they use is read there. */
  subAgents?: SubAgentFiles;
}

/** Where an agent's sub-agents write. */
export interface SubAgentFiles {
  /** Finds the ids of sub-agents in a line of the conversation that started them; global, with one group. */
  named: RegExp;
  /** The places where the file of one may be; `transcript` is that of the conversation. */
  paths(id: string, metadata: Pick<KnownMetadata, "transcript" | "session_id">): readonly string[];
}

/** Facts about a runtime from which its files are found. */
export interface KnownMetadata extends Omit<AgentMetadataFacts, "home"> {
  /** The home of the user that it runs as, if known. */
  home: string | null;
  pid: number;
}

function majorOf(version: string): string | undefined {
  return version.split(".")[0];
}
