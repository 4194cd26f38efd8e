// Made by `npm run schemas` from the schemas and routes in src. The functions and types of the daemon's API.

/** Query parameters; a name may occur several times. */
export type Query = readonly (readonly [name: string, value: string])[];

export interface Api {
  /** The daemon's version, pid and problems */
  health(): Promise<DaemonStatus>;

  /** Why a pane shows the state it shows, with every piece of evidence */
  explain(ref: string): Promise<DaemonExplainAnswer>;

  /** Register a pane of this machine, so that its signals are read; returns the registration */
  register(request: DaemonRegisterRequest): Promise<DaemonRegisterAnswer>;

  /** Start the next daemon with this one's listening sockets, and stop. Only over the unix socket, because it names a program to run. A daemon in the foreground only stops, with an exit status that makes its supervisor start it again. */
  restart(request: DaemonRestartRequest): Promise<DaemonRestartAnswer>;

  /** Stop the daemon */
  shutdown(): Promise<DaemonShutdownAnswer>;

  /** Every pane of every target, each with its agent and state */
  panes(query?: Query): Promise<PaneList>;

  /** Windows, each with the most urgent state of its panes */
  windows(query?: Query): Promise<WindowList>;

  /** Sessions, each with the most urgent state of its panes */
  sessions(query?: Query): Promise<SessionList>;

  /** The change log, one page at a time; request the next page with the cursor of this one */
  events(query?: Query): Promise<EventList>;

  /** The last signals of a tmux session, oldest first */
  signalTimeline(target: string, name: string, query?: Query): Promise<SignalTimeline>;

  /** Targets, each with its health, panes and agents */
  targets(): Promise<TargetList>;

  /** Add a target without waiting for its connection */
  addTarget(request: NewTarget): Promise<TargetItem>;

  /** Connect to a target now; responds when it is connected, or says why not */
  connectTarget(name: string): Promise<TargetItem>;

  /** Forget a target; nothing that runs there is stopped */
  removeTarget(name: string): Promise<TargetsRemoveAnswer>;

  /** Check what agtmux needs on a target, and say how to fix what is missing. Runs commands there. */
  doctor(name: string): Promise<DoctorReport>;

  /** The fleet that this daemon is in: its server, and every member. Needs the right to act, because it names servers. */
  fleet(): Promise<FleetStatusAnswer>;

  /** Check what the fleet needs of its server, and say how to fix what is missing */
  fleetDoctor(): Promise<FleetDoctorAnswer>;

  /** Remove everything that the fleet's server has of this daemon, and disconnect. Until its next start: config.toml decides whether it joins again. */
  leaveFleet(): Promise<FleetLeaveAnswer>;

  /** Remove everything that the fleet's server has of a member that is silent. Where the server's rules are in force, only its admin may: `creds` names the file with that login. */
  forgetMember(request: FleetForgetRequest): Promise<FleetForgetAnswer>;

  /** Make the buckets of these members on the fleet's server, as its admin */
  createBuckets(request: FleetCreateBucketsRequest): Promise<FleetCreateBucketsAnswer>;

  /** Agents that were spawned and not disposed of */
  spawned(query?: Query): Promise<SpawnedList>;

  /** Spawns that config.toml names, to be used again. Needs the right to act, because a preset names folders, prompts and arguments. */
  presets(): Promise<SpawnPresetsAnswer>;

  /** Start an agent in a tmux window of its own, set up to signal */
  spawn(request: SpawnRequest): Promise<Spawned>;

  /** End a spawned agent, and leave everything as it was before */
  dispose(ref: string): Promise<Disposed>;

  /** Fail as `dispose` would, for example because work would be lost, and change nothing */
  tryDispose(ref: string): Promise<Disposed>;

  /** Ended agents that can be resumed, and the commands that resume them */
  resumable(): Promise<ResumableList>;

  /** Start one ended agent again by its ref, or all of them, each with its own conversation. With `all`, each agent has its own outcome and `error`. With one ref, a refusal is the response. */
  resume(request: ResumeRequest): Promise<ResumeReport>;

  /** Prompts that wait until their agent rests, by agent */
  queues(query?: Query): Promise<QueueList>;

  /** Add a prompt to an agent's queue: it is sent once, when the agent rests. It waits while the agent works, asks by a dialog, has failed or is stopped by a limit, while a person has typed something there, and while the queue is paused. With `after`, it also waits for the end of another agent's turn. If the agent ends, it is cancelled or, with `keep`, kept for the next agent in that pane. */
  enqueue(request: QueueAddRequest): Promise<QueueReport>;

  /** Change the text of a prompt that waits. Refused if `if_text` is given and the text is another by now. */
  editQueued(id: string, request: QueueEditRequest): Promise<QueueReport>;

  /** Move a prompt to another place in its queue */
  moveQueued(id: string, request: QueueMoveRequest): Promise<QueueReport>;

  /** Remove a prompt from its queue */
  removeQueued(id: string): Promise<QueueReport>;

  /** Send a prompt again of which agtmux does not know whether it has arrived */
  retryQueued(id: string): Promise<QueueReport>;

  /** Let an agent's queue wait, or go on */
  pauseQueue(request: QueuePauseRequest): Promise<QueueReport>;

  /** Tell an agent something by the best way that it has, and say which that is. A prompt that is sent now if the agent rests and nothing else waits for it; otherwise its queue. */
  tell(request: TellRequest): Promise<TellReport>;

  /** Agents that are told to go on when their limit has reset. Needs the right to act, because it names who asked. */
  wakes(): Promise<WakeList>;

  /** Have an agent that a limit has stopped, or all of its account, told to go on when the limit has reset; or cancel that. Each is told once, and only if the limit still is what ended its last turn and nobody has typed there since. Agents that go on by themselves are refused. */
  wake(request: WakeRequest): Promise<WakeReport>;

  /** A tool that an agent calls through 'agtmux mcp'. Only over the unix socket. The caller is found by the processes above the one that it names, and is refused what that agent may not do. docs/mcp.md tells of each tool. */
  callTool(tool: string, request: McpCallRequest): Promise<McpCallAnswer>;

  /** Wait until agents change that the caller of 'agtmux mcp' may look at */
  toolChanges(request: McpChangesRequest): Promise<McpChangesAnswer>;

  /** Whether agents may act on each other now */
  mcpStatus(): Promise<McpStatusAnswer>;

  /** Stop all acting of agents on each other, or let it go on. Every device may stop it; letting it go on needs the user, on the machine or with the token. */
  pauseMcp(paused: boolean): Promise<McpStatusAnswer>;

  /** The adapters of agents, and how well they work here */
  adapters(): Promise<AdapterList>;

  /** Recognise an agent again */
  enableAdapter(name: string): Promise<AdapterItem>;

  /** Take an agent for any other program */
  disableAdapter(name: string): Promise<AdapterItem>;

  /** Take an action snapshot of a pane: an action that names it is refused if the pane has changed */
  actionSnapshot(ref: string): Promise<SnapshotReport>;

  /** The command that brings a person to a pane */
  attach(request: AttachRequest): Promise<AttachReport>;

  /** The last lines of a pane */
  viewOutput(request: ViewOutputRequest): Promise<ViewOutputReport>;

  /** What has changed where an agent works, since the last commit, its base or its last turn's start */
  diff(request: DiffRequest): Promise<DiffReport>;

  /** Make files and index as they were when an agent's last turn began. Without `confirm` it only says what that would do. It is refused while an agent works there, if a file has changed since it was shown, and if the snapshot was late. What was there is kept as a snapshot, too. */
  undo(request: UndoRequest): Promise<UndoReport>;

  /** Commit what an agent has done, and bring it into its base, push it or open a pull request. Without `confirm` it only says what that would do. It is refused while an agent works there, if anything has changed since it was shown, and with the names of the files if they conflict; everything is then as it was. Hooks and signing of the user's apply. A push that fails leaves the steps before it, which `undo` takes back. */
  finish(request: FinishRequest): Promise<FinishReport>;

  /** The user's checks where an agent works; with a name, that one is run. Checks are commands in the user's config.toml (`[checks]`), never the repository's. One runs in a tmux window of its own, and is not started twice. With `wait`, the response comes when it has ended. */
  check(request: CheckRequest): Promise<CheckReport>;

  /** Press an agent's own interrupt key; returns whether its turn has ended. No key is pressed while the agent asks something or rests. */
  interrupt(request: ActionsInterruptRequest): Promise<ActionsInterruptAnswer>;

  /** Send a signal to an agent's program, to end it */
  kill(request: KillRequest): Promise<KillReport>;

  /** Type a text or keys for an agent; returns how far that got. With `wait`, the response comes when the agent has begun, or is in that state. Closing the request earlier undoes nothing. */
  send(request: SendRequest): Promise<SendReport>;

  /** Ask an agent to finish its task, and show it as completing at once. Until the agent reports, a provisional `completing` signal is shown; the agent's own replaces it, or it is removed after `provisional_ttl`. */
  complete(request: CompleteRequest): Promise<CompleteReport>;

  /** What was said in an agent's conversation: prompts, words, tool calls and their results. It is read from the agent's own file, here or over ssh, at most 8 MB of its end. With `after`, only what was written since; ask again when the pane has changed. */
  conversation(request: ConversationRequest): Promise<ConversationReport>;

  /** Words in all conversations of agents on this machine and of those seen over ssh, live and ended; newest first. All words must be there; words in quotes stand together, and a word that ends with * is the beginning of one. */
  search(request: ConversationSearchRequest): Promise<SearchReport>;

  /** Tokens and money by day, folder, agent, model, account or member, and the limits of accounts. Days are those of each daemon's clock. In a fleet the sums are of all members that tell theirs, and `members` names the others. A cost is what the agent recorded, or is marked as computed by the price table. Needs the right to act, because it names the folders of 400 days. */
  usage(query?: Query): Promise<UsageList>;

  /** Who did what to which agent, and what was refused; newest first. In a fleet it has the entries of all members that tell theirs, and `members` names the others. Needs the right to act, because the log contains texts that were sent. */
  audit(since: number): Promise<AuditList>;

  /** Questions and approvals that agents wait for, oldest first */
  questions(query?: Query): Promise<QuestionList>;

  /** Answer one of them, and tell how far that came. Answers in the agent's dialog by keys, or as a text at its prompt. An answer that is not among the choices is refused, and the refusal lists them. With `if_revision`, an answer is refused if the question's wording has changed. */
  answer(request: AnswerRequest): Promise<AnswerReport>;

  /** Rules that answer agents for a person, oldest first, and whether they are paused */
  rules(): Promise<RuleList>;

  /** Make a rule. One that allows must name its target and workspace, and is refused if it could pass more than it names. A paired device may do this only if the user has allowed it. */
  addRule(request: RuleRequest): Promise<RuleReport>;

  /** Remove a rule; it decides nothing from then on. A paired device may do this only if the user has allowed it. */
  removeRule(id: string): Promise<RuleReport>;

  /** Stop all rules at once, or let them go on. A paired device may let them go on only if the user has allowed it. */
  pauseRules(paused: boolean): Promise<RuleList>;

  /** What rules would decide about a command or a tool now, and why; nothing is answered */
  testRules(request: RulesTestRequest): Promise<RuleTestReport>;

  /** The narrowest rules that allow what an open question asks, and what they would have decided in 30 days */
  proposeRules(questionId: string): Promise<RuleProposal>;

  /** Rules for what a person has answered the same way at least five times */
  learnRules(): Promise<RuleProposals>;

  /** Open attention, the longest waiting first, with its evidence */
  attention(): Promise<AttentionList>;

  /** Mark attention as seen, on every device, or undo that. Questions stay open until they are answered. Attention that is closed already, or was raised later, is left alone. `unseen` reopens what was last marked as seen for a runtime, if nothing has happened since. */
  see(request: Omit<SeenRequest, "action">): Promise<SeenReport>;

  /** Mark attention as seen, on every device, or undo that. Questions stay open until they are answered. Attention that is closed already, or was raised later, is left alone. `unseen` reopens what was last marked as seen for a runtime, if nothing has happened since. */
  unsee(request: Omit<SeenRequest, "action">): Promise<SeenReport>;

  /** Put off what calls for a person, on every device. Until then the attention stays open but is on no shelf and notifies nobody; then it notifies again. A newer call of the agent or `for_ms` 0 ends the snooze. */
  snooze(request: AttentionSnoozeRequest): Promise<AttentionSnoozeAnswer>;

  /** Claim calls, so that only one device rings for each. Returns the calls that no other device had claimed: the caller sounds or shows these. Names are opaque; the page adds `@` and `raised_at` to those of `done` and `error`, because a turn that ends more than once has one id. */
  claim(ids: readonly string[]): Promise<ClaimReport>;

  /** Have the screen of a pane read now. The result changes no state. A named provider is asked directly. Without one, the rules decide, and the configured provider is asked only if they cannot. */
  classify(request: ClassifyRequest): Promise<ClassifyReport>;

  /** The classifier for screens of agents that report nothing, and what it sends elsewhere */
  classifier(): Promise<ClassifierStatus>;

  /** Browsers that may act, the one seen last first */
  devices(): Promise<DeviceList>;

  /** Remove a device: its key and cookie stop working and its open sockets are closed */
  removeDevices(id: string | null): Promise<DevicesRemoved>;

  /** Whether a device may let others in. Over the unix socket or with the token; devices may not do this. */
  allowPairing(id: string, allowed: boolean): Promise<DeviceItem>;

  /** Whether a device may make and remove rules. Over the unix socket or with the token; devices may not do this. */
  allowRules(id: string, allowed: boolean): Promise<DeviceItem>;

  /** Make a link that lets one device in, once, within ten minutes; an earlier link stops working. A device may do this only if the user has allowed it. Devices that it lets in are removed together with it. */
  openPairing(): Promise<PairingLink>;

  /** Make the dashboard's link for a browser on this machine: it works once, within ten minutes. Over the unix socket or with the token. Several links may be open. */
  openLink(): Promise<PairingLink>;

  /** Make a new token; earlier devices, cookies and open links stop working. Over the socket or with the token. */
  rotateToken(): Promise<DevicesRotateTokenAnswer>;

  /** Notification channels with their last outcome, the rules in words, waiting notifications and dead letters */
  notifyStatus(): Promise<NotifyStatus>;

  /** Send a test through one channel, at once and without a retry */
  testChannel(channel: string): Promise<NotifyTested>;

  /** Try a dead letter again, or all of them. A notification whose call was answered, seen or ended meanwhile is dropped. */
  retryNotifications(key: string | null): Promise<NotifyRetried>;

  /** The public key with which a browser subscribes to Web Push, and this device's subscriptions */
  pushState(): Promise<PushState>;

  /** Let this device be told by Web Push. The endpoint is an https address. A device has at most four subscriptions; a fifth replaces the oldest. They are removed with the device. */
  subscribePush(request: PushSubscribe): Promise<PushState>;

  /** Let it be told no more */
  unsubscribePush(endpoint: string): Promise<PushState>;
}

export type ActionsInterruptAnswer = {
  schema_version: 1;
  correlation_id: string;
  snapshot: {
    snapshot_id: string;
    target: string;
    pane_id: string;
    runtime_id: string | null;
    state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
    nudge_seq: number;
    state_version: number;
    observed_at: number;
    expires_at: number;
    nonce: string;
  };
  ref: string;
  what: string;
  action: "interrupt";
  keys: string[];
  ended: boolean;
  evidence: string | null;
  state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
};

export type ActionsInterruptRequest = {
  ref?: string | undefined;
  snapshot?: {
    snapshot_id: string;
    nonce: string;
  } | undefined;
  guards?: {
    if_runtime?: string | undefined;
    if_state?: ("error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown")[] | undefined;
    if_updated_within_ms?: number | undefined;
    force_stale?: boolean | undefined;
  } | undefined;
  timeout_ms?: number | undefined;
};

export type ActionsSnapshotRequest = {
  ref: string;
};

export type AdapterItem = {
  name: string;
  label: string;
  contract: string;
  compatible: boolean;
  enabled: boolean;
  capabilities: {
    event_driven: boolean;
    polling_required: boolean;
    supports_waiting_approval: boolean;
    supports_waiting_input: boolean;
    supports_completed: boolean;
  };
  by_documentation?: true | undefined;
  health: {
    running: number;
    last_event: {
      at: number;
      source: "hook" | "notify" | "wrapper" | "plugin" | "marker" | "status_file" | "squad" | "command" | "osc" | "session_file" | "transcript" | "title" | "screen" | "poller" | "llm" | "rules" | "process" | "terminal" | "daemon";
    } | null;
    unknown_screens: {
      version: string | null;
      count: number;
    }[];
    versions?: string[] | undefined;
  };
};

export type AdapterList = {
  schema_version: 1;
  generated_at: number;
  items: AdapterItem[];
};

export type AnswerReport = {
  schema_version: 1;
  correlation_id: string;
  snapshot: {
    snapshot_id: string;
    target: string;
    pane_id: string;
    runtime_id: string | null;
    state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
    nudge_seq: number;
    state_version: number;
    observed_at: number;
    expires_at: number;
    nonce: string;
  };
  ref: string;
  what: string;
  action: "answer";
  question_id: string;
  by: "dialog" | "text" | "close";
  channel: "native" | "keys" | null;
  answered: string[];
  phases: {
    phase: "typed" | "submitted" | "accepted";
    at: number;
    evidence: string;
  }[];
  repeated: boolean;
  state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
  next: {
    kind: "approval" | "choice" | "confirm" | "text";
    text: string;
    detail?: string | undefined;
    is_diff?: boolean | undefined;
    from_screen?: boolean | undefined;
    options?: {
      value: string;
      label: string;
      description?: string | undefined;
    }[] | undefined;
    multiple?: boolean | undefined;
    free?: boolean | undefined;
    timeout_ms?: number | undefined;
    part?: {
      n: number;
      of: number;
    } | undefined;
  } | null;
  notes: string[];
};

export type AnswerRequest = {
  ref?: string | undefined;
  question_id?: string | undefined;
  answer?: string | undefined;
  choices?: string[] | undefined;
  close?: boolean | undefined;
  as_text?: boolean | undefined;
  if_revision?: string | undefined;
  guards?: {
    if_runtime?: string | undefined;
    if_state?: ("error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown")[] | undefined;
    if_updated_within_ms?: number | undefined;
    force_stale?: boolean | undefined;
  } | undefined;
  wait?: "accepted" | "settled" | "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown" | ("error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown")[] | undefined;
  timeout_ms?: number | undefined;
  idempotency_key?: string | undefined;
};

export type AttachReport = {
  schema_version: 1;
  correlation_id: string;
  snapshot: {
    snapshot_id: string;
    target: string;
    pane_id: string;
    runtime_id: string | null;
    state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
    nudge_seq: number;
    state_version: number;
    observed_at: number;
    expires_at: number;
    nonce: string;
  };
  ref: string;
  what: string;
  action: "attach";
  how: "switch" | "attach" | "window";
  argv: string[];
};

export type AttachRequest = {
  ref?: string | undefined;
  snapshot?: {
    snapshot_id: string;
    nonce: string;
  } | undefined;
  guards?: {
    if_runtime?: string | undefined;
    if_state?: ("error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown")[] | undefined;
    if_updated_within_ms?: number | undefined;
    force_stale?: boolean | undefined;
  } | undefined;
  inside_server_pid?: number | undefined;
};

export type Attention = {
  attention_id: string;
  kind: "input" | "approval" | "testing" | "review" | "done" | "error" | "stalled" | "limited" | "budget" | "context";
  label: string;
  message: string;
  source: "agent" | "hook" | "llm" | "rules" | "usage";
  raised_at: number;
  resumed_at?: number | undefined;
};

export type AttentionItem = {
  attention_id: string;
  kind: "input" | "approval" | "testing" | "review" | "done" | "error" | "stalled" | "limited" | "budget" | "context";
  label: string;
  message: string;
  source: "agent" | "hook" | "llm" | "rules" | "usage";
  raised_at: number;
  resumed_at?: number | undefined;
  closed_by: "seen" | "answer";
  identity: {
    target: string;
    session_name: string;
    window_id: string;
    pane_id: string;
    member?: string | undefined;
  };
  ref: string;
  runtime_id: string;
  agent: string | null;
  state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
  confidence: "high" | "medium" | "low";
  decided_by: "hook" | "notify" | "wrapper" | "plugin" | "marker" | "status_file" | "squad" | "command" | "osc" | "session_file" | "transcript" | "title" | "screen" | "poller" | "llm" | "rules" | "process" | "terminal" | "daemon" | null;
  because: string;
  shelf: "blocked" | "check" | "done" | null;
  snoozed_until: number | null;
};

export type AttentionList = {
  schema_version: 2;
  generated_at: number;
  filters: Record<string, unknown>;
  summary: {
    panes: number;
    agents: number;
    needs_action: number;
    shelves: Record<"blocked" | "check" | "done", number>;
    by_state: Record<"error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown", number>;
    by_agent: Record<string, number>;
    by_target: Record<string, number>;
  };
  partial: boolean;
  target_errors: {
    target: string;
    error: Error;
    since: number;
  }[];
  items: AttentionItem[];
};

export type AttentionSnoozeAnswer = {
  schema_version: 1;
  generated_at: number;
  snoozed: {
    attention_id: string;
    ref: string;
    runtime_id: string;
    snoozed_until: number | null;
  }[];
  refused?: {
    member: string;
    code: "E_USAGE" | "E_INVALID_INPUT" | "E_INVALID_STATE" | "E_CONFIG_INVALID" | "E_INVALID_FILTER" | "E_DAEMON_DOWN" | "E_DAEMON_RUNNING" | "E_RESTARTING" | "E_SERVICE" | "E_DAEMON_STRAINED" | "E_SOCKET_IN_USE" | "E_DB_NEWER" | "E_DB_CORRUPT" | "E_DB_UNUSABLE" | "E_DB_LOCKED" | "E_DISK_FULL" | "E_HOME_UNUSABLE" | "E_NODE_UNFIT" | "E_PORT_IN_USE" | "E_TMUX_MISSING" | "E_TMUX_TOO_OLD" | "E_NOT_IN_TMUX" | "E_TMUX" | "E_NO_TMUX_SERVER" | "E_NOT_ATTACHED" | "E_TERMINAL_IN_USE" | "E_SUSPENDED" | "E_REF_NOT_FOUND" | "E_REF_AMBIGUOUS" | "E_REF_INVALID" | "E_TIMEOUT" | "E_OTHER_STATE" | "E_RUNTIME_ENDED" | "E_STALE_SNAPSHOT" | "E_GUARD_RUNTIME" | "E_GUARD_STATE" | "E_GUARD_FRESHNESS" | "E_NO_AGENT" | "E_CURSOR_EXPIRED" | "E_AT_SHELL" | "E_PANE_MODE" | "E_DRAFT" | "E_NOT_DELIVERED" | "E_AGENT_ALIVE" | "E_NOT_LIMITED" | "E_QUEUE_FULL" | "E_QUEUED_NOT_FOUND" | "E_QUEUED_SENDING" | "E_INBOX" | "E_NOT_RESUMABLE" | "E_NO_QUESTION" | "E_NO_CONVERSATION" | "E_SEARCH" | "E_NO_ANSWER" | "E_QUESTION_CHANGED" | "E_CHOICE_INVALID" | "E_UNAUTHORIZED" | "E_FORBIDDEN_ORIGIN" | "E_NOT_FOUND" | "E_AGENT_NOT_FOUND" | "E_WORKSPACE" | "E_NOT_A_REPOSITORY" | "E_BRANCH_IN_USE" | "E_PATH_EXISTS" | "E_CHECK_FAILED" | "E_WORKTREE_DIRTY" | "E_NOT_SPAWNED" | "E_DISPOSED" | "E_TARGET_NOT_FOUND" | "E_TARGET_EXISTS" | "E_TARGET_UNREACHABLE" | "E_SSH_LOGIN" | "E_SSH_HOST_KEY" | "E_SSH_MISSING" | "E_TARGET_WATCHED" | "E_TARGET_UNUSABLE" | "E_TARGET_FLOOD" | "E_NOT_CONFIRMED" | "E_FLEET_UNREACHABLE" | "E_NOT_IN_FLEET" | "E_FLEET_NAME_TAKEN" | "E_RULE_NOT_FOUND" | "E_ADAPTER_NOT_FOUND" | "E_INTERNAL" | "E_SETTINGS_MALFORMED" | "E_SETTINGS_UNUSABLE" | "E_SETTINGS_CHANGED" | "E_HOOKS_DISABLED" | "E_NO_PROJECT_SETTINGS" | "E_UNHEALTHY" | "E_SIGNAL_FILE" | "E_SIGNAL_NOT_FOUND" | "E_CLASSIFIER_OFF" | "E_CLASSIFIER_CONFIG" | "E_CLASSIFIER_BUDGET" | "E_CLASSIFIER_FAILED" | "E_DEVICE_NOT_FOUND" | "E_CHANNEL_NOT_FOUND" | "E_CHANNEL_FAILED" | "E_DELIVERY_NOT_FOUND" | "E_NOT_PROVEN" | "E_NOT_ALLOWED" | "E_AGENTS_STOPPED" | "E_AGENTS_LIMIT" | "E_PAIRING_CODE";
    message: string;
  }[] | undefined;
};

export type AttentionSnoozeRequest = {
  attention_ids?: string[] | undefined;
  runtime_ids?: string[] | undefined;
  refs?: string[] | undefined;
  all?: boolean | undefined;
  for_ms: number;
};

export type AttentionTellAnswer = {
  schema_version: 1;
  answer: "tell" | "taken" | "told" | "watched" | "closed";
  by: string | null;
};

export type AttentionTellRequest = {
  call: string;
  phase: "ask" | "told" | "failed";
  only_if_unwatched?: boolean | undefined;
};

export type AuditEntry = {
  schema_version: 1;
  correlation_id: string;
  at: number;
  ended_at: number | null;
  action: "attach" | "send" | "view-output" | "diff" | "undo" | "finish" | "check" | "interrupt" | "kill" | "answer" | "complete" | "spawn" | "dispose" | "resume" | "wake" | "queue" | "type" | "rules";
  actor: {
    uid: number | null;
    user: string;
    via: "cli" | "api" | "rule" | "wake" | "queue" | "fleet" | "mcp";
    agent?: {
      name: string;
      place: string;
      ref: string;
      runtime_id: string;
    } | undefined;
    member?: string | undefined;
    person?: string | undefined;
    device?: {
      id: string;
      name: string;
    } | undefined;
  };
  member?: string | undefined;
  asked_ref: string | null;
  ref: string | null;
  target: string | null;
  pane_id: string | null;
  runtime_id: string | null;
  agent: string | null;
  snapshot: {
    snapshot_id: string;
    target: string;
    pane_id: string;
    runtime_id: string | null;
    state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
    nudge_seq: number;
    state_version: number;
    observed_at: number;
    expires_at: number;
    nonce: string;
  } | null;
  guards: {
    if_runtime?: string | undefined;
    if_state?: ("error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown")[] | undefined;
    if_updated_within_ms?: number | undefined;
    force_stale?: boolean | undefined;
  };
  request: Record<string, unknown>;
  outcome: "begun" | "done" | "refused" | "failed";
  code: "E_USAGE" | "E_INVALID_INPUT" | "E_INVALID_STATE" | "E_CONFIG_INVALID" | "E_INVALID_FILTER" | "E_DAEMON_DOWN" | "E_DAEMON_RUNNING" | "E_RESTARTING" | "E_SERVICE" | "E_DAEMON_STRAINED" | "E_SOCKET_IN_USE" | "E_DB_NEWER" | "E_DB_CORRUPT" | "E_DB_UNUSABLE" | "E_DB_LOCKED" | "E_DISK_FULL" | "E_HOME_UNUSABLE" | "E_NODE_UNFIT" | "E_PORT_IN_USE" | "E_TMUX_MISSING" | "E_TMUX_TOO_OLD" | "E_NOT_IN_TMUX" | "E_TMUX" | "E_NO_TMUX_SERVER" | "E_NOT_ATTACHED" | "E_TERMINAL_IN_USE" | "E_SUSPENDED" | "E_REF_NOT_FOUND" | "E_REF_AMBIGUOUS" | "E_REF_INVALID" | "E_TIMEOUT" | "E_OTHER_STATE" | "E_RUNTIME_ENDED" | "E_STALE_SNAPSHOT" | "E_GUARD_RUNTIME" | "E_GUARD_STATE" | "E_GUARD_FRESHNESS" | "E_NO_AGENT" | "E_CURSOR_EXPIRED" | "E_AT_SHELL" | "E_PANE_MODE" | "E_DRAFT" | "E_NOT_DELIVERED" | "E_AGENT_ALIVE" | "E_NOT_LIMITED" | "E_QUEUE_FULL" | "E_QUEUED_NOT_FOUND" | "E_QUEUED_SENDING" | "E_INBOX" | "E_NOT_RESUMABLE" | "E_NO_QUESTION" | "E_NO_CONVERSATION" | "E_SEARCH" | "E_NO_ANSWER" | "E_QUESTION_CHANGED" | "E_CHOICE_INVALID" | "E_UNAUTHORIZED" | "E_FORBIDDEN_ORIGIN" | "E_NOT_FOUND" | "E_AGENT_NOT_FOUND" | "E_WORKSPACE" | "E_NOT_A_REPOSITORY" | "E_BRANCH_IN_USE" | "E_PATH_EXISTS" | "E_CHECK_FAILED" | "E_WORKTREE_DIRTY" | "E_NOT_SPAWNED" | "E_DISPOSED" | "E_TARGET_NOT_FOUND" | "E_TARGET_EXISTS" | "E_TARGET_UNREACHABLE" | "E_SSH_LOGIN" | "E_SSH_HOST_KEY" | "E_SSH_MISSING" | "E_TARGET_WATCHED" | "E_TARGET_UNUSABLE" | "E_TARGET_FLOOD" | "E_NOT_CONFIRMED" | "E_FLEET_UNREACHABLE" | "E_NOT_IN_FLEET" | "E_FLEET_NAME_TAKEN" | "E_RULE_NOT_FOUND" | "E_ADAPTER_NOT_FOUND" | "E_INTERNAL" | "E_SETTINGS_MALFORMED" | "E_SETTINGS_UNUSABLE" | "E_SETTINGS_CHANGED" | "E_HOOKS_DISABLED" | "E_NO_PROJECT_SETTINGS" | "E_UNHEALTHY" | "E_SIGNAL_FILE" | "E_SIGNAL_NOT_FOUND" | "E_CLASSIFIER_OFF" | "E_CLASSIFIER_CONFIG" | "E_CLASSIFIER_BUDGET" | "E_CLASSIFIER_FAILED" | "E_DEVICE_NOT_FOUND" | "E_CHANNEL_NOT_FOUND" | "E_CHANNEL_FAILED" | "E_DELIVERY_NOT_FOUND" | "E_NOT_PROVEN" | "E_NOT_ALLOWED" | "E_AGENTS_STOPPED" | "E_AGENTS_LIMIT" | "E_PAIRING_CODE" | null;
  message: string;
  phases: {
    phase: "typed" | "submitted" | "accepted";
    at: number;
    evidence: string;
  }[];
  effects?: string[] | undefined;
  idempotency_key: string | null;
};

export type AuditList = {
  schema_version: 1;
  generated_at: number;
  filters: Record<string, unknown>;
  summary: {
    actions: number;
    refused: number;
  };
  items: AuditEntry[];
  members?: {
    name: string;
    error: Error | null;
  }[] | undefined;
};

export type ChannelItem = {
  name: string;
  kind: "desktop" | "tmux" | "webhook" | "slack" | "discord" | "telegram" | "ntfy" | "push";
  origin: "settings" | "device";
  device_id: string | null;
  fault: string | null;
  counts: {
    waiting: number;
    sent: number;
    dropped: number;
    dead: number;
  };
  last_sent_at: number | null;
  last_failed_at: number | null;
  last_failure: string | null;
};

export type CheckReport = {
  schema_version: 1;
  correlation_id: string;
  snapshot: {
    snapshot_id: string;
    target: string;
    pane_id: string;
    runtime_id: string | null;
    state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
    nudge_seq: number;
    state_version: number;
    observed_at: number;
    expires_at: number;
    nonce: string;
  };
  ref: string;
  what: string;
  action: "check";
  directory: string;
  checks: {
    name: string;
    command: string;
    state: "never" | "running" | "passed" | "failed" | "lost";
    code: number | null;
    began_at: number | null;
    ended_at: number | null;
    lines: string[];
    tree: string | null;
    is_stale: boolean | null;
  }[];
};

export type CheckRequest = {
  ref?: string | undefined;
  snapshot?: {
    snapshot_id: string;
    nonce: string;
  } | undefined;
  guards?: {
    if_runtime?: string | undefined;
    if_state?: ("error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown")[] | undefined;
    if_updated_within_ms?: number | undefined;
    force_stale?: boolean | undefined;
  } | undefined;
  name?: string | undefined;
  wait?: boolean | undefined;
};

export type ClaimReport = {
  schema_version: 1;
  claimed: string[];
};

export type ClaimRequest = {
  attention_ids: string[];
};

export type ClassifierStatus = {
  schema_version: 1;
  classifier: "rules" | "openai" | "anthropic" | "command" | "off";
  where: string | null;
  model: string | null;
  leaves: "nothing" | "to_this_machine" | "to_a_command" | "to_another_machine";
  fault: string | null;
  budget: {
    per_hour: number;
    spent: number;
  };
  last_failure: {
    at: number;
    why: string;
  } | null;
};

export type ClassifyReport = {
  schema_version: 1;
  generated_at: number;
  ref: string;
  runtime_id: string | null;
  classifier: "rules" | "openai" | "anthropic" | "command";
  verdict: {
    state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
    confidence: "high" | "medium" | "low";
    evidence: string[];
    summary: string;
  };
  reply: string;
  choices: string[];
  cached: boolean;
  rejected: string | null;
};

export type ClassifyRequest = {
  ref: string;
  provider?: "rules" | "openai" | "anthropic" | "command" | undefined;
};

export type CompleteReport = {
  schema_version: 1;
  correlation_id: string;
  snapshot: {
    snapshot_id: string;
    target: string;
    pane_id: string;
    runtime_id: string | null;
    state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
    nudge_seq: number;
    state_version: number;
    observed_at: number;
    expires_at: number;
    nonce: string;
  };
  ref: string;
  what: string;
  action: "complete";
  text: string;
  phases: {
    phase: "typed" | "submitted" | "accepted";
    at: number;
    evidence: string;
  }[];
  state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
  notes: string[];
};

export type CompleteRequest = {
  ref?: string | undefined;
  snapshot?: {
    snapshot_id: string;
    nonce: string;
  } | undefined;
  guards?: {
    if_runtime?: string | undefined;
    if_state?: ("error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown")[] | undefined;
    if_updated_within_ms?: number | undefined;
    force_stale?: boolean | undefined;
  } | undefined;
  wait?: "accepted" | "settled" | "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown" | ("error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown")[] | undefined;
  timeout_ms?: number | undefined;
};

export type ConversationReport = {
  schema_version: 1;
  ref: string;
  agent: string;
  pieces: ({
    kind: "prompt";
    id: string;
    at: number | null;
    run: string | null;
    text: string;
    is_cut: boolean;
  } | {
    kind: "words";
    id: string;
    at: number | null;
    run: string | null;
    text: string;
    is_cut: boolean;
  } | {
    kind: "call";
    id: string;
    at: number | null;
    run: string | null;
    tool: string;
    argument: string;
    text: string;
    is_cut: boolean;
  } | {
    kind: "result";
    id: string;
    at: number | null;
    run: string | null;
    is_error: boolean;
    text: string;
    is_cut: boolean;
  } | {
    kind: "sub_agent";
    id: string;
    at: number | null;
    run: string | null;
    starts: string;
  } | {
    kind: "note";
    id: string;
    at: number | null;
    run: string | null;
    is_error: boolean;
    text: string;
    is_cut: boolean;
  })[];
  cursor: string;
  continues: boolean;
  has_earlier: boolean;
  has_later: boolean;
  has_more: boolean;
  runs_apart: boolean;
};

export type ConversationRequest = {
  ref: string;
  turns?: number | undefined;
  after?: string | undefined;
  run?: string | undefined;
};

export type ConversationSearchRequest = {
  words: string;
  agents?: string[] | undefined;
  project?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
  limit?: number | undefined;
};

export type DaemonExplainAnswer = {
  schema_version: 1;
  pane: PaneItem;
  resolution: Resolution | null;
  signal: SquadSignal | null;
  /** How its markers are read; null if they are not */
  markers: "lines" | "screen" | "words" | null;
};

export type DaemonMetricsAnswer = string;

export type DaemonOpenapiAnswer = {
  openapi: "3.1.0";
  [name: string]: unknown;
};

export type DaemonRegisterAnswer = {
  session_id: string;
  workspace_id: string;
  workspace: string;
  status_file: string;
  pane_id: string;
  tmux_server_pid: number;
};

export type DaemonRegisterRequest = {
  session_id: string;
  workspace_id: string;
  workspace: string;
  status_file: string;
  pane_id: string;
  tmux_server_pid: number;
};

export type DaemonRestartAnswer = {
  next: number | null;
};

export type DaemonRestartRequest = {
  node: string;
  program: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
};

export type DaemonShutdownAnswer = {
  stopping: true;
};

export type DaemonStatus = {
  running: boolean;
  pid: number | null;
  version: string | null;
  build: string | null;
  home: string;
  socket: string;
  port: number | null;
  dashboard: string | null;
  plain_dashboard: string | null;
  origin: {
    keeps: boolean;
    why: string;
  } | null;
  tmux_socket: string | null;
  started_at: number | null;
  supervised: boolean | null;
  vitals: {
    /** Resident memory */
    memory_bytes: number;
    /** JavaScript heap in use */
    heap_bytes: number;
    /** Open file descriptors; null where the system does not tell */
    open_files: number | null;
    open_files_limit: number | null;
    /** How late its last timer was */
    lag_ms: number;
    /** The latest of a minute or two */
    longest_lag_ms: number;
    /** Events ever taken into this database */
    events: number;
    /** Taken in on average, over the last half minute or more */
    events_per_second: number;
    /** Events that wait for the agent they belong to */
    unbound_events: number;
    /** Reports in this machine's spool that are not read yet */
    spooled: number;
    /** Changed panes that are about to be sent to dashboards */
    unpublished_panes: number;
    /** Notifications that wait to be delivered */
    undelivered: number;
  } | null;
  problems: {
    code: string;
    message: string;
    since: number;
  }[];
};

export type Delivery = {
  key: string;
  channel: string;
  state: "waiting" | "sent" | "dropped" | "dead";
  notification: Notification;
  terms: {
    only_if_unwatched: boolean;
    quiet_hours: {
      from: number;
      to: number;
    } | null;
    cooldown_ms: number;
  };
  created_at: number;
  due_at: number;
  attempts: number;
  failing_since: number | null;
  outcome: string | null;
  settled_at: number | null;
};

export type DeviceItem = {
  id: string;
  name: string;
  created_at: number;
  last_seen_at: number;
  may_act: boolean;
  may_pair: boolean;
  may_make_rules: boolean;
  paired_by: string | null;
  is_current: boolean;
};

export type DeviceList = {
  schema_version: 1;
  generated_at: number;
  items: DeviceItem[];
};

export type DevicesAllowPairingRequest = {
  allowed: boolean;
};

export type DevicesGreetAnswer = {
  schema_version: 1;
  boot: string;
  proof: string;
};

export type DevicesGreetRequest = {
  key_id: string;
  nonce: string;
};

export type DevicesRemoved = {
  schema_version: 1;
  removed: string[];
};

export type DevicesRotateTokenAnswer = {
  schema_version: 1;
  removed: string[];
};

export type DiffReport = {
  schema_version: 1;
  correlation_id: string;
  snapshot: {
    snapshot_id: string;
    target: string;
    pane_id: string;
    runtime_id: string | null;
    state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
    nudge_seq: number;
    state_version: number;
    observed_at: number;
    expires_at: number;
    nonce: string;
  };
  ref: string;
  what: string;
  action: "diff";
  directory: string;
  files: number;
  added: number;
  removed: number;
  untracked: string[];
  since: "commit" | "base" | "turn";
  diff: string;
  is_cut: boolean;
  pictures: {
    name: string;
    type: string;
    before: string | null;
    after: string | null;
  }[];
  checks: {
    name: string;
    command: string;
    state: "never" | "running" | "passed" | "failed" | "lost";
    code: number | null;
    began_at: number | null;
    ended_at: number | null;
    lines: string[];
    tree: string | null;
    is_stale: boolean | null;
  }[];
};

export type DiffRequest = {
  ref?: string | undefined;
  snapshot?: {
    snapshot_id: string;
    nonce: string;
  } | undefined;
  guards?: {
    if_runtime?: string | undefined;
    if_state?: ("error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown")[] | undefined;
    if_updated_within_ms?: number | undefined;
    force_stale?: boolean | undefined;
  } | undefined;
  since?: "commit" | "base" | "turn" | undefined;
  context?: number | undefined;
  pictures?: boolean | undefined;
  only?: string[] | undefined;
};

export type DisposeRequest = {
  ref: string;
  dry_run?: boolean | undefined;
};

export type Disposed = {
  schema_version: 1;
  session_id: string;
  target: string;
  removed: string[];
  kept: string[];
};

export type DoctorReport = {
  schema_version: 1;
  target: string;
  ok: boolean;
  checks: {
    name: string;
    status: "ok" | "warning" | "failed";
    found: string;
    advice: string | null;
  }[];
};

export type Error = {
  code: "E_USAGE" | "E_INVALID_INPUT" | "E_INVALID_STATE" | "E_CONFIG_INVALID" | "E_INVALID_FILTER" | "E_DAEMON_DOWN" | "E_DAEMON_RUNNING" | "E_RESTARTING" | "E_SERVICE" | "E_DAEMON_STRAINED" | "E_SOCKET_IN_USE" | "E_DB_NEWER" | "E_DB_CORRUPT" | "E_DB_UNUSABLE" | "E_DB_LOCKED" | "E_DISK_FULL" | "E_HOME_UNUSABLE" | "E_NODE_UNFIT" | "E_PORT_IN_USE" | "E_TMUX_MISSING" | "E_TMUX_TOO_OLD" | "E_NOT_IN_TMUX" | "E_TMUX" | "E_NO_TMUX_SERVER" | "E_NOT_ATTACHED" | "E_TERMINAL_IN_USE" | "E_SUSPENDED" | "E_REF_NOT_FOUND" | "E_REF_AMBIGUOUS" | "E_REF_INVALID" | "E_TIMEOUT" | "E_OTHER_STATE" | "E_RUNTIME_ENDED" | "E_STALE_SNAPSHOT" | "E_GUARD_RUNTIME" | "E_GUARD_STATE" | "E_GUARD_FRESHNESS" | "E_NO_AGENT" | "E_CURSOR_EXPIRED" | "E_AT_SHELL" | "E_PANE_MODE" | "E_DRAFT" | "E_NOT_DELIVERED" | "E_AGENT_ALIVE" | "E_NOT_LIMITED" | "E_QUEUE_FULL" | "E_QUEUED_NOT_FOUND" | "E_QUEUED_SENDING" | "E_INBOX" | "E_NOT_RESUMABLE" | "E_NO_QUESTION" | "E_NO_CONVERSATION" | "E_SEARCH" | "E_NO_ANSWER" | "E_QUESTION_CHANGED" | "E_CHOICE_INVALID" | "E_UNAUTHORIZED" | "E_FORBIDDEN_ORIGIN" | "E_NOT_FOUND" | "E_AGENT_NOT_FOUND" | "E_WORKSPACE" | "E_NOT_A_REPOSITORY" | "E_BRANCH_IN_USE" | "E_PATH_EXISTS" | "E_CHECK_FAILED" | "E_WORKTREE_DIRTY" | "E_NOT_SPAWNED" | "E_DISPOSED" | "E_TARGET_NOT_FOUND" | "E_TARGET_EXISTS" | "E_TARGET_UNREACHABLE" | "E_SSH_LOGIN" | "E_SSH_HOST_KEY" | "E_SSH_MISSING" | "E_TARGET_WATCHED" | "E_TARGET_UNUSABLE" | "E_TARGET_FLOOD" | "E_NOT_CONFIRMED" | "E_FLEET_UNREACHABLE" | "E_NOT_IN_FLEET" | "E_FLEET_NAME_TAKEN" | "E_RULE_NOT_FOUND" | "E_ADAPTER_NOT_FOUND" | "E_INTERNAL" | "E_SETTINGS_MALFORMED" | "E_SETTINGS_UNUSABLE" | "E_SETTINGS_CHANGED" | "E_HOOKS_DISABLED" | "E_NO_PROJECT_SETTINGS" | "E_UNHEALTHY" | "E_SIGNAL_FILE" | "E_SIGNAL_NOT_FOUND" | "E_CLASSIFIER_OFF" | "E_CLASSIFIER_CONFIG" | "E_CLASSIFIER_BUDGET" | "E_CLASSIFIER_FAILED" | "E_DEVICE_NOT_FOUND" | "E_CHANNEL_NOT_FOUND" | "E_CHANNEL_FAILED" | "E_DELIVERY_NOT_FOUND" | "E_NOT_PROVEN" | "E_NOT_ALLOWED" | "E_AGENTS_STOPPED" | "E_AGENTS_LIMIT" | "E_PAIRING_CODE";
  message: string;
  details: Record<string, unknown>;
};

export type EventList = {
  schema_version: 2;
  generated_at: number;
  filters: Record<string, unknown>;
  summary: {
    panes: number;
    agents: number;
    needs_action: number;
    shelves: Record<"blocked" | "check" | "done", number>;
    by_state: Record<"error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown", number>;
    by_agent: Record<string, number>;
    by_target: Record<string, number>;
  };
  partial: boolean;
  target_errors: {
    target: string;
    error: Error;
    since: number;
  }[];
  cursor: string;
  items: ({
    cursor: string;
    at: number;
    type: "pane";
    change: "present" | "changed" | "removed";
    identity: {
      target: string;
      session_name: string;
      window_id: string;
      pane_id: string;
      member?: string | undefined;
    };
    ref: string;
    runtime_id: string | null;
    agent: string | null;
    reason_code: "no_agent" | "no_signal" | "stale_signal" | "target_unreachable" | "member_unreachable" | "unsupported_signal" | "unbound" | "outcome_unknown" | "provisional_expired" | "runtime_ended" | "suspended" | null;
    since: number | null;
    message: string;
    source: "hook" | "notify" | "wrapper" | "plugin" | "marker" | "status_file" | "squad" | "command" | "osc" | "session_file" | "transcript" | "title" | "screen" | "poller" | "llm" | "rules" | "process" | "terminal" | "daemon" | null;
    attention: Attention | null;
    shelf: "blocked" | "check" | "done" | null;
    label: string;
    snoozed_until: number | null;
    limited: {
      until: number | null;
      resumes: boolean;
      since: number;
      wakes_at: number | null;
    } | null;
    nothing_new_since: number | null;
    state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown" | null;
    previous_state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown" | null;
  })[];
};

export type FinishReport = {
  schema_version: 1;
  correlation_id: string;
  snapshot: {
    snapshot_id: string;
    target: string;
    pane_id: string;
    runtime_id: string | null;
    state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
    nudge_seq: number;
    state_version: number;
    observed_at: number;
    expires_at: number;
    nonce: string;
  };
  ref: string;
  what: string;
  action: "finish";
  directory: string;
  branch: string;
  base: string | null;
  remote: string | null;
  tool: "gh" | "glab" | null;
  message: string;
  files: {
    change: string;
    name: string;
  }[];
  steps: {
    name: "commit" | "squash" | "rebase" | "merge" | "push" | "pull_request" | "undo";
    does: string;
    state: "planned" | "done" | "failed";
  }[];
  undo: string[];
  is_done: boolean;
  confirm: string | null;
};

export type FinishRequest = {
  ref?: string | undefined;
  snapshot?: {
    snapshot_id: string;
    nonce: string;
  } | undefined;
  guards?: {
    if_runtime?: string | undefined;
    if_state?: ("error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown")[] | undefined;
    if_updated_within_ms?: number | undefined;
    force_stale?: boolean | undefined;
  } | undefined;
  how?: "commit" | "merge" | "rebase" | "squash" | "pull_request" | undefined;
  onto?: string | undefined;
  push?: boolean | undefined;
  message?: string | undefined;
  confirm?: string | undefined;
  undo?: boolean | undefined;
};

export type FleetCreateBucketsAnswer = {
  created: string[];
};

export type FleetCreateBucketsRequest = {
  names: string[];
  creds?: string | null | undefined;
};

export type FleetDoctorAnswer = {
  ok: boolean;
  checks: {
    name: string;
    status: "ok" | "warning" | "failed";
    found: string;
    advice: string | null;
  }[];
};

export type FleetForgetAnswer = {
  forgotten: string;
};

export type FleetForgetRequest = {
  name: string;
  creds?: string | null | undefined;
};

export type FleetLeaveAnswer = {
  left: string;
};

export type FleetStatusAnswer = {
  schema_version: 1;
  generated_at: number;
  name: string | null;
  urls: string[];
  share: "state" | "words" | "output" | null;
  server: {
    name: string;
    version: string;
    address: string;
    is_encrypted: boolean;
  } | null;
  error: Error | null;
  since: number | null;
  published: number;
  waiting: number;
  storage: {
    bucket: string;
    bytes: number;
    max_bytes: number;
  }[];
  members: {
    name: string;
    is_own: boolean;
    health: "ok" | "silent" | "too_old" | "too_new";
    agtmux_version: string;
    share: "state" | "words" | "output";
    may: ("look" | "answer" | "send" | "spawn")[] | null;
    last_heard: number | null;
    panes: number;
  }[];
};

export type KillReport = {
  schema_version: 1;
  correlation_id: string;
  snapshot: {
    snapshot_id: string;
    target: string;
    pane_id: string;
    runtime_id: string | null;
    state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
    nudge_seq: number;
    state_version: number;
    observed_at: number;
    expires_at: number;
    nonce: string;
  };
  ref: string;
  what: string;
  action: "kill";
  signal: "EXIT" | "INT" | "TERM" | "KILL";
  pid: number;
  reached: "group" | "processes" | "keys";
  ended: boolean;
};

export type KillRequest = {
  ref?: string | undefined;
  snapshot?: {
    snapshot_id: string;
    nonce: string;
  } | undefined;
  guards?: {
    if_runtime?: string | undefined;
    if_state?: ("error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown")[] | undefined;
    if_updated_within_ms?: number | undefined;
    force_stale?: boolean | undefined;
  } | undefined;
  signal?: "EXIT" | "INT" | "TERM" | "KILL" | undefined;
};

export type McpCallAnswer = {
  schema_version: 1;
  result: Record<string, unknown>;
};

export type McpCallRequest = {
  caller: {
    pid: number;
    pane_id: string | null;
    tmux_server_pid: number | null;
  };
  arguments: unknown;
};

export type McpChangesAnswer = {
  schema_version: 1;
  cursor: string;
  changed: string[];
  is_other_list: boolean;
};

export type McpChangesRequest = {
  caller: {
    pid: number;
    pane_id: string | null;
    tmux_server_pid: number | null;
  };
  after: string | null;
};

export type McpPauseRequest = {
  paused: boolean;
};

export type McpSpeakAnswer = unknown;

export type McpStatusAnswer = {
  schema_version: 1;
  paused: boolean;
  is_off: boolean;
};

export type NewTarget = {
  name: string;
  kind: "local" | "ssh";
  ssh_target?: string | undefined;
  tmux_socket?: string | undefined;
};

export type Notification = {
  schema_version: 1;
  key: string;
  runtime_id: string;
  attention_id: string;
  kind: "input" | "approval" | "testing" | "review" | "done" | "error" | "stalled" | "limited" | "budget" | "context" | "nothing_new";
  label: string;
  title: string;
  message: string;
  agent: string;
  state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
  ref: string;
  identity: {
    target: string;
    session_name: string;
    window_id: string;
    pane_id: string;
    member?: string | undefined;
  };
  raised_at: number;
  url: string | null;
};

export type NotifyRetried = {
  schema_version: 1;
  keys: string[];
};

export type NotifyRetryRequest = {
  key: string;
} | {
  all: true;
};

export type NotifyStatus = {
  schema_version: 1;
  generated_at: number;
  channels: ChannelItem[];
  rules: string[];
  counts: {
    waiting: number;
    sent: number;
    dropped: number;
    dead: number;
  };
  waiting: Delivery[];
  dead: Delivery[];
};

export type NotifyTestRequest = {
  channel: string;
};

export type NotifyTested = {
  schema_version: 1;
  channel: string;
  kind: "desktop" | "tmux" | "webhook" | "slack" | "discord" | "telegram" | "ntfy" | "push";
  took_ms: number;
};

export type PairRequest = {
  code: string;
  accepts_risk?: boolean | undefined;
};

export type Paired = {
  schema_version: 1;
  key: string | null;
  device: DeviceItem;
};

export type PairingLink = {
  schema_version: 1;
  code: string;
  link: string;
  plain_link: string | null;
  expires_at: number;
};

export type PaneItem = {
  identity: {
    target: string;
    session_name: string;
    window_id: string;
    pane_id: string;
    member?: string | undefined;
  };
  ref: string;
  window_index: number;
  window_name: string;
  pane_index: number;
  title: string;
  command: string;
  cwd: string;
  runtime_id: string | null;
  agent: string | null;
  state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
  reason_code: "no_agent" | "no_signal" | "stale_signal" | "target_unreachable" | "member_unreachable" | "unsupported_signal" | "unbound" | "outcome_unknown" | "provisional_expired" | "runtime_ended" | "suspended" | null;
  confidence: "high" | "medium" | "low";
  since: number | null;
  message: string;
  activity: {
    kind: "starting" | "working" | "completing" | "compacting" | "retrying";
    tool?: string | undefined;
    progress?: number | undefined;
  } | null;
  source: "hook" | "notify" | "wrapper" | "plugin" | "marker" | "status_file" | "squad" | "command" | "osc" | "session_file" | "transcript" | "title" | "screen" | "poller" | "llm" | "rules" | "process" | "terminal" | "daemon" | null;
  because: string;
  attention: Attention | null;
  shelf: "blocked" | "check" | "done" | null;
  label: string;
  snoozed_until: number | null;
  limited: {
    until: number | null;
    resumes: boolean;
    since: number;
    wakes_at: number | null;
  } | null;
  nothing_new_since: number | null;
  nudge_seq: number;
  signal: {
    type: "starting" | "working" | "needs_input" | "review" | "completing" | "complete" | "compacting" | "question" | "idle";
    at: number;
    session_id: string | null;
    task_id: string | null;
    task_title: string | null;
    provisional: boolean;
  } | null;
  doing: {
    task: {
      text: string;
      source: "hook" | "notify" | "wrapper" | "plugin" | "marker" | "status_file" | "squad" | "command" | "osc" | "session_file" | "transcript" | "title" | "screen" | "poller" | "llm" | "rules" | "process" | "terminal" | "daemon" | "tmux" | "git";
      from: string;
      at: number | null;
    } | null;
    tool: {
      name: string;
      argument: string | null;
      source: "hook" | "notify" | "wrapper" | "plugin" | "marker" | "status_file" | "squad" | "command" | "osc" | "session_file" | "transcript" | "title" | "screen" | "poller" | "llm" | "rules" | "process" | "terminal" | "daemon" | "tmux" | "git";
      from: string;
      at: number | null;
    } | null;
    words: {
      text: string;
      source: "hook" | "notify" | "wrapper" | "plugin" | "marker" | "status_file" | "squad" | "command" | "osc" | "session_file" | "transcript" | "title" | "screen" | "poller" | "llm" | "rules" | "process" | "terminal" | "daemon" | "tmux" | "git";
      from: string;
      at: number | null;
    } | null;
    directory: {
      path: string;
      source: "hook" | "notify" | "wrapper" | "plugin" | "marker" | "status_file" | "squad" | "command" | "osc" | "session_file" | "transcript" | "title" | "screen" | "poller" | "llm" | "rules" | "process" | "terminal" | "daemon" | "tmux" | "git";
      from: string;
      at: number | null;
    } | null;
    branch: {
      name: string | null;
      commit: string | null;
      source: "hook" | "notify" | "wrapper" | "plugin" | "marker" | "status_file" | "squad" | "command" | "osc" | "session_file" | "transcript" | "title" | "screen" | "poller" | "llm" | "rules" | "process" | "terminal" | "daemon" | "tmux" | "git";
      from: string;
      at: number | null;
    } | null;
    changes: {
      files: number;
      added: number;
      removed: number;
      untracked: number;
      source: "hook" | "notify" | "wrapper" | "plugin" | "marker" | "status_file" | "squad" | "command" | "osc" | "session_file" | "transcript" | "title" | "screen" | "poller" | "llm" | "rules" | "process" | "terminal" | "daemon" | "tmux" | "git";
      from: string;
      at: number | null;
    } | null;
    background?: {
      shells: number | null;
      source: "hook" | "notify" | "wrapper" | "plugin" | "marker" | "status_file" | "squad" | "command" | "osc" | "session_file" | "transcript" | "title" | "screen" | "poller" | "llm" | "rules" | "process" | "terminal" | "daemon" | "tmux" | "git";
      from: string;
      at: number | null;
    } | undefined;
  } | null;
  usage: {
    session_id: string;
    model: string | null;
    session: {
      input: number;
      cached: number;
      cache_written: number;
      output: number;
      reasoning: number;
      calls: number;
      total: number;
      cost: {
        usd: number | null;
        computed: boolean;
        unpriced_calls: number;
      };
    };
    turn: {
      input: number;
      cached: number;
      cache_written: number;
      output: number;
      reasoning: number;
      calls: number;
      total: number;
      cost: {
        usd: number | null;
        computed: boolean;
        unpriced_calls: number;
      };
    };
    day: string;
    on_day: {
      input: number;
      cached: number;
      cache_written: number;
      output: number;
      reasoning: number;
      calls: number;
      total: number;
      cost: {
        usd: number | null;
        computed: boolean;
        unpriced_calls: number;
      };
    };
    context: {
      used: number;
      size: number | null;
      percent: number | null;
      full_since: number | null;
      at: number;
    } | null;
    over_budget?: {
      name: string;
      day: string;
      unit: "usd" | "tokens";
      allowed: number;
      at: number;
    } | undefined;
  } | null;
  checks?: {
    name: string;
    state: "running" | "passed" | "failed" | "lost";
    since: number;
    is_stale: boolean | null;
  }[] | undefined;
  queue?: {
    prompts: number;
    paused: boolean;
    held: boolean;
    version: number;
  } | undefined;
  teammate?: {
    name: string;
    lead_session: string;
    lead_pane: string | null;
  } | undefined;
  teammates?: {
    working: number;
    all: number;
  } | undefined;
  state_version: number;
  updated_at: number;
};

export type PaneList = {
  schema_version: 2;
  generated_at: number;
  filters: Record<string, unknown>;
  summary: {
    panes: number;
    agents: number;
    needs_action: number;
    shelves: Record<"blocked" | "check" | "done", number>;
    by_state: Record<"error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown", number>;
    by_agent: Record<string, number>;
    by_target: Record<string, number>;
  };
  partial: boolean;
  target_errors: {
    target: string;
    error: Error;
    since: number;
  }[];
  items: PaneItem[];
};

export type PushState = {
  schema_version: 1;
  public_key: string;
  endpoints: string[];
};

export type PushSubscribe = {
  endpoint: string;
  keys: {
    p256dh: string;
    auth: string;
  };
};

export type PushUnsubscribe = {
  endpoint: string;
};

export type Question = {
  question_id: string;
  ref: string;
  target: string;
  session_name: string;
  pane_id: string;
  runtime_id: string;
  agent: string | null;
  attention_id: string;
  kind: "approval" | "choice" | "confirm" | "text";
  text: string;
  detail?: string | undefined;
  is_diff?: boolean | undefined;
  from_screen?: boolean | undefined;
  options?: {
    value: string;
    label: string;
    description?: string | undefined;
  }[] | undefined;
  multiple?: boolean | undefined;
  free?: boolean | undefined;
  timeout_ms?: number | undefined;
  part?: {
    n: number;
    of: number;
  } | undefined;
  state: "open" | "answered" | "gone" | "expired" | "superseded";
  asked_at: number;
  expires_at: number | null;
  settled_at: number | null;
  answer: string | null;
  correlation_id: string | null;
  revision: string;
};

export type QuestionList = {
  schema_version: 1;
  generated_at: number;
  filters: Record<string, unknown>;
  summary: {
    open: number;
    by_state: Record<"open" | "answered" | "gone" | "expired" | "superseded", number>;
  };
  items: Question[];
};

export type QueueAddRequest = {
  ref: string;
  text: string;
  after?: string | undefined;
  keep?: boolean | undefined;
  allow_changes?: boolean | undefined;
  place?: number | undefined;
};

export type QueueEditRequest = {
  text: string;
  if_text?: string | undefined;
};

export type QueueList = {
  schema_version: 1;
  generated_at: number;
  items: ({
    runtime_id: string;
    ref: string;
    target: string;
    pane_id: string;
    agent: string;
    paused: boolean;
    version: number;
    prompts: ({
      id: string;
      text: string;
      after: {
        runtime_id: string;
        what: string;
      } | null;
      keep: boolean;
      allow_changes: boolean;
      channel: "prompt" | "inbox";
      added_at: number;
      added_by: {
        uid: number | null;
        user: string;
        via: "cli" | "api" | "rule" | "wake" | "queue" | "fleet" | "mcp";
        agent?: {
          name: string;
          place: string;
          ref: string;
          runtime_id: string;
        } | undefined;
        member?: string | undefined;
        person?: string | undefined;
        device?: {
          id: string;
          name: string;
        } | undefined;
      };
      state: {
        kind: "waiting";
      } | {
        kind: "sending";
        attempt: number;
        since: number;
      } | {
        kind: "held";
        since: number;
        why: string;
      };
    })[];
    waits_for: string;
  })[];
};

export type QueueMoveRequest = {
  place: number;
};

export type QueuePauseRequest = {
  ref: string;
  paused: boolean;
};

export type QueueReport = {
  schema_version: 1;
  generated_at: number;
  queue: {
    runtime_id: string;
    ref: string;
    target: string;
    pane_id: string;
    agent: string;
    paused: boolean;
    version: number;
    prompts: ({
      id: string;
      text: string;
      after: {
        runtime_id: string;
        what: string;
      } | null;
      keep: boolean;
      allow_changes: boolean;
      channel: "prompt" | "inbox";
      added_at: number;
      added_by: {
        uid: number | null;
        user: string;
        via: "cli" | "api" | "rule" | "wake" | "queue" | "fleet" | "mcp";
        agent?: {
          name: string;
          place: string;
          ref: string;
          runtime_id: string;
        } | undefined;
        member?: string | undefined;
        person?: string | undefined;
        device?: {
          id: string;
          name: string;
        } | undefined;
      };
      state: {
        kind: "waiting";
      } | {
        kind: "sending";
        attempt: number;
        since: number;
      } | {
        kind: "held";
        since: number;
        why: string;
      };
    })[];
    waits_for: string;
  };
  prompt_id: string | null;
};

export type Resolution = {
  state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
  reason_code: "no_agent" | "no_signal" | "stale_signal" | "target_unreachable" | "member_unreachable" | "unsupported_signal" | "unbound" | "outcome_unknown" | "provisional_expired" | "runtime_ended" | "suspended" | null;
  confidence: "high" | "medium" | "low";
  since: number | null;
  message: string;
  activity: {
    kind: "starting" | "working" | "completing" | "compacting" | "retrying";
    tool?: string | undefined;
    progress?: number | undefined;
  } | null;
  decided_by: string | null;
  source: "hook" | "notify" | "wrapper" | "plugin" | "marker" | "status_file" | "squad" | "command" | "osc" | "session_file" | "transcript" | "title" | "screen" | "poller" | "llm" | "rules" | "process" | "terminal" | "daemon" | null;
  because: string;
  attention: Attention | null;
  snoozed_until: number | null;
  limited: {
    until: number | null;
    resumes: boolean;
    since: number;
    wakes_at: number | null;
  } | null;
  nothing_new_since: number | null;
  nudge_seq: number;
  evidence: {
    event_id: string;
    source: "hook" | "notify" | "wrapper" | "plugin" | "marker" | "status_file" | "squad" | "command" | "osc" | "session_file" | "transcript" | "title" | "screen" | "poller" | "llm" | "rules" | "process" | "terminal" | "daemon";
    event_type: string;
    kind: "edge" | "level" | "declaration" | "typed" | "ended";
    says: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown" | null;
    message: string;
    at: number;
    age_ms: number;
    verdict: "decides" | "agrees" | "lost" | "void";
    why: string;
  }[];
  revisit_at: number | null;
};

export type ResumableList = {
  schema_version: 1;
  generated_at: number;
  items: {
    runtime_id: string;
    ref: string;
    agent: string;
    target: string;
    pane_id: string;
    session_name: string | null;
    cwd: string | null;
    session_id: string;
    ended_at: number;
    exit_code: number | null;
    signal: string | null;
    argv: string[];
    command: string;
  }[];
};

export type ResumeReport = {
  schema_version: 1;
  dry_run: boolean;
  items: {
    item: {
      runtime_id: string;
      ref: string;
      agent: string;
      target: string;
      pane_id: string;
      session_name: string | null;
      cwd: string | null;
      session_id: string;
      ended_at: number;
      exit_code: number | null;
      signal: string | null;
      argv: string[];
      command: string;
    };
    place: "same_pane" | "new_window" | "new_session" | null;
    pane_id: string | null;
    started: boolean | null;
    error: Error | null;
  }[];
};

export type ResumeRequest = {
  ref?: string | undefined;
  all?: boolean | undefined;
  new_window?: boolean | undefined;
  dry_run?: boolean | undefined;
};

export type RuleList = {
  schema_version: 1;
  generated_at: number;
  paused: boolean;
  items: {
    rule_id: string;
    effect: "allow" | "deny" | "ask";
    agent: string | null;
    target: string | null;
    workspace: string | null;
    command: string | null;
    tool: string | null;
    paths: string[] | null;
    note: string;
    dry_run: boolean;
    created_at: number;
    expires_at: number | null;
    used: number;
    last_used_at: number | null;
  }[];
};

export type RuleProposal = {
  rules: {
    effect: "allow" | "deny" | "ask";
    agent: string | null;
    target: string | null;
    workspace: string | null;
    command: string | null;
    tool: string | null;
    paths: string[] | null;
    note: string;
    dry_run: boolean;
    expires_in_ms: number | null;
  }[];
  why: string | null;
  matched: ({
    decision_id: string;
    at: number;
    target: string;
    pane_id: string | null;
    agent: string;
    cwd: string;
    tool: string;
    command: string | null;
    paths: string[] | null;
    redacted: boolean;
    outcome: "open" | "allow" | "deny";
    by: "rule" | "person" | "terminal" | null;
    rule_ids: string[];
    would: {
      effect: "allow" | "deny" | "ask";
      rule_ids: string[];
    } | null;
  })[];
};

export type RuleProposals = {
  schema_version: 1;
  generated_at: number;
  items: RuleProposal[];
};

export type RuleReport = {
  schema_version: 1;
  rule: {
    rule_id: string;
    effect: "allow" | "deny" | "ask";
    agent: string | null;
    target: string | null;
    workspace: string | null;
    command: string | null;
    tool: string | null;
    paths: string[] | null;
    note: string;
    dry_run: boolean;
    created_at: number;
    expires_at: number | null;
    used: number;
    last_used_at: number | null;
  };
};

export type RuleRequest = {
  effect: "allow" | "deny" | "ask";
  agent?: string | null | undefined;
  target?: string | null | undefined;
  workspace?: string | null | undefined;
  command?: string | null | undefined;
  tool?: string | null | undefined;
  paths?: string[] | null | undefined;
  note?: string | undefined;
  dry_run?: boolean | undefined;
  expires_in_ms?: number | null | undefined;
};

export type RuleTestReport = {
  schema_version: 1;
  effect: "allow" | "deny" | "ask";
  why: string;
  rule_ids: string[];
  would: {
    effect: "allow" | "deny" | "ask";
    rule_ids: string[];
  } | null;
  paused: boolean;
};

export type RulesPauseRequest = {
  paused: boolean;
};

export type RulesProposeRequest = {
  question_id: string;
};

export type RulesTestRequest = {
  agent?: string | null | undefined;
  target: string;
  cwd: string;
  command?: string | null | undefined;
  tool?: string | null | undefined;
  paths?: string[] | null | undefined;
};

export type SearchReport = {
  schema_version: 1;
  hits: {
    ref: string;
    is_sub_agent: boolean;
    pane: string | null;
    agent: string;
    target: string | null;
    project: string | null;
    at: number;
    kind: "prompt" | "words" | "call" | "result";
    turn: string;
    snippet: {
      text: string;
      is_hit: boolean;
    }[];
  }[];
  has_more: boolean;
  searched_to: number | null;
  unread: number;
  index: {
    conversations: number;
    bytes: number;
    oldest: number | null;
  };
};

export type SeenReport = {
  schema_version: 1;
  generated_at: number;
  seen: {
    attention_id: string;
    ref: string;
    runtime_id: string;
    is_open: boolean;
  }[];
  refused?: {
    member: string;
    code: "E_USAGE" | "E_INVALID_INPUT" | "E_INVALID_STATE" | "E_CONFIG_INVALID" | "E_INVALID_FILTER" | "E_DAEMON_DOWN" | "E_DAEMON_RUNNING" | "E_RESTARTING" | "E_SERVICE" | "E_DAEMON_STRAINED" | "E_SOCKET_IN_USE" | "E_DB_NEWER" | "E_DB_CORRUPT" | "E_DB_UNUSABLE" | "E_DB_LOCKED" | "E_DISK_FULL" | "E_HOME_UNUSABLE" | "E_NODE_UNFIT" | "E_PORT_IN_USE" | "E_TMUX_MISSING" | "E_TMUX_TOO_OLD" | "E_NOT_IN_TMUX" | "E_TMUX" | "E_NO_TMUX_SERVER" | "E_NOT_ATTACHED" | "E_TERMINAL_IN_USE" | "E_SUSPENDED" | "E_REF_NOT_FOUND" | "E_REF_AMBIGUOUS" | "E_REF_INVALID" | "E_TIMEOUT" | "E_OTHER_STATE" | "E_RUNTIME_ENDED" | "E_STALE_SNAPSHOT" | "E_GUARD_RUNTIME" | "E_GUARD_STATE" | "E_GUARD_FRESHNESS" | "E_NO_AGENT" | "E_CURSOR_EXPIRED" | "E_AT_SHELL" | "E_PANE_MODE" | "E_DRAFT" | "E_NOT_DELIVERED" | "E_AGENT_ALIVE" | "E_NOT_LIMITED" | "E_QUEUE_FULL" | "E_QUEUED_NOT_FOUND" | "E_QUEUED_SENDING" | "E_INBOX" | "E_NOT_RESUMABLE" | "E_NO_QUESTION" | "E_NO_CONVERSATION" | "E_SEARCH" | "E_NO_ANSWER" | "E_QUESTION_CHANGED" | "E_CHOICE_INVALID" | "E_UNAUTHORIZED" | "E_FORBIDDEN_ORIGIN" | "E_NOT_FOUND" | "E_AGENT_NOT_FOUND" | "E_WORKSPACE" | "E_NOT_A_REPOSITORY" | "E_BRANCH_IN_USE" | "E_PATH_EXISTS" | "E_CHECK_FAILED" | "E_WORKTREE_DIRTY" | "E_NOT_SPAWNED" | "E_DISPOSED" | "E_TARGET_NOT_FOUND" | "E_TARGET_EXISTS" | "E_TARGET_UNREACHABLE" | "E_SSH_LOGIN" | "E_SSH_HOST_KEY" | "E_SSH_MISSING" | "E_TARGET_WATCHED" | "E_TARGET_UNUSABLE" | "E_TARGET_FLOOD" | "E_NOT_CONFIRMED" | "E_FLEET_UNREACHABLE" | "E_NOT_IN_FLEET" | "E_FLEET_NAME_TAKEN" | "E_RULE_NOT_FOUND" | "E_ADAPTER_NOT_FOUND" | "E_INTERNAL" | "E_SETTINGS_MALFORMED" | "E_SETTINGS_UNUSABLE" | "E_SETTINGS_CHANGED" | "E_HOOKS_DISABLED" | "E_NO_PROJECT_SETTINGS" | "E_UNHEALTHY" | "E_SIGNAL_FILE" | "E_SIGNAL_NOT_FOUND" | "E_CLASSIFIER_OFF" | "E_CLASSIFIER_CONFIG" | "E_CLASSIFIER_BUDGET" | "E_CLASSIFIER_FAILED" | "E_DEVICE_NOT_FOUND" | "E_CHANNEL_NOT_FOUND" | "E_CHANNEL_FAILED" | "E_DELIVERY_NOT_FOUND" | "E_NOT_PROVEN" | "E_NOT_ALLOWED" | "E_AGENTS_STOPPED" | "E_AGENTS_LIMIT" | "E_PAIRING_CODE";
    message: string;
  }[] | undefined;
};

export type SeenRequest = {
  action: "seen" | "unseen";
  attention_ids?: string[] | undefined;
  runtime_ids?: string[] | undefined;
  refs?: string[] | undefined;
  all?: boolean | undefined;
  through?: number | undefined;
};

export type SendReport = {
  schema_version: 1;
  correlation_id: string;
  snapshot: {
    snapshot_id: string;
    target: string;
    pane_id: string;
    runtime_id: string | null;
    state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
    nudge_seq: number;
    state_version: number;
    observed_at: number;
    expires_at: number;
    nonce: string;
  };
  ref: string;
  what: string;
  action: "send";
  phases: {
    phase: "typed" | "submitted" | "accepted";
    at: number;
    evidence: string;
  }[];
  repeated: boolean;
  state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
  message?: string | undefined;
  notes: string[];
};

export type SendRequest = {
  ref?: string | undefined;
  snapshot?: {
    snapshot_id: string;
    nonce: string;
  } | undefined;
  guards?: {
    if_runtime?: string | undefined;
    if_state?: ("error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown")[] | undefined;
    if_updated_within_ms?: number | undefined;
    force_stale?: boolean | undefined;
  } | undefined;
  text?: string | undefined;
  keys?: string[] | undefined;
  enter?: boolean | undefined;
  wait?: "accepted" | "settled" | "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown" | ("error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown")[] | undefined;
  timeout_ms?: number | undefined;
  idempotency_key?: string | undefined;
  over_draft?: boolean | undefined;
  into_dialog?: boolean | undefined;
  allow_changes?: boolean | undefined;
};

export type SessionList = {
  schema_version: 2;
  generated_at: number;
  filters: Record<string, unknown>;
  summary: {
    panes: number;
    agents: number;
    needs_action: number;
    shelves: Record<"blocked" | "check" | "done", number>;
    by_state: Record<"error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown", number>;
    by_agent: Record<string, number>;
    by_target: Record<string, number>;
  };
  partial: boolean;
  target_errors: {
    target: string;
    error: Error;
    since: number;
  }[];
  items: {
    identity: {
      target: string | null;
      session_name: string;
      member?: string | undefined;
    };
    windows: number;
    panes: number;
    agents: number;
    needs_action: number;
    shelves: Record<"blocked" | "check" | "done", number>;
    waiting: number;
    running: number;
    top_state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown" | null;
    since: number | null;
    by_state: Record<"error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown", number>;
    targets: {
      target: string;
      windows: number;
      panes: number;
      agents: number;
      needs_action: number;
      shelves: Record<"blocked" | "check" | "done", number>;
      waiting: number;
      running: number;
      top_state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown" | null;
      since: number | null;
      by_state: Record<"error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown", number>;
    }[];
    by_agent?: Record<string, number> | undefined;
  }[];
};

export type SessionSignal = {
  target: string;
  session: string | null;
  session_id: string | null;
  runtime_id: string | null;
  ref: string | null;
  sseState: string;
  signal: SquadSignal;
};

export type SignalReport = {
  schema_version: 1;
  target: string;
  session: string | null;
  session_id: string | null;
  runtime_id: string | null;
  ref: string | null;
  sseState: string;
  signal: SquadSignal;
  cursor: string;
  at: number;
};

export type SignalTimeline = {
  schema_version: 1;
  generated_at: number;
  target: string;
  session: string;
  items: {
    target: string;
    session: string | null;
    session_id: string | null;
    runtime_id: string | null;
    ref: string | null;
    sseState: string;
    signal: SquadSignal;
    cursor: string;
    at: number;
  }[];
};

export type SnapshotReport = {
  schema_version: 1;
  snapshot: {
    snapshot_id: string;
    target: string;
    pane_id: string;
    runtime_id: string | null;
    state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
    nudge_seq: number;
    state_version: number;
    observed_at: number;
    expires_at: number;
    nonce: string;
  };
  ref: string;
  what: string;
};

export type SpawnPresetsAnswer = {
  schema_version: 1;
  items: {
    name: string;
    agent: string;
    target: string;
    workspace?: string | undefined;
    worktree?: string | undefined;
    session?: string | undefined;
    prompt?: string | undefined;
    args: string[];
  }[];
};

export type SpawnRequest = {
  agent: string;
  target?: string | undefined;
  workspace: string;
  worktree?: string | undefined;
  session?: string | undefined;
  prompt?: string | undefined;
  args?: string[] | undefined;
};

export type Spawned = {
  schema_version: 1;
  session_id: string;
  target: string;
  ref: string;
  pane_id: string;
  window_id: string;
  session_name: string;
  agent: string;
  program: string;
  workspace: string;
  workspace_id: string;
  status_file: string;
  worktree: {
    path: string;
    branch: string;
    created_branch: boolean;
  } | null;
  instructions: {
    by: "words" | "file" | "present" | "none";
    file: string | null;
  };
  spawned_at: number;
  spawned_by?: {
    agent: string;
    target: string;
    pane_id: string;
    server_pid: number;
    runtime_id: string;
  } | undefined;
  created: string[];
  warnings: string[];
};

export type SpawnedList = {
  schema_version: 1;
  items: ({
    session_id: string;
    target: string;
    ref: string;
    pane_id: string;
    window_id: string;
    session_name: string;
    agent: string;
    program: string;
    workspace: string;
    workspace_id: string;
    status_file: string;
    worktree: {
      path: string;
      branch: string;
      created_branch: boolean;
    } | null;
    instructions: {
      by: "words" | "file" | "present" | "none";
      file: string | null;
    };
    spawned_at: number;
    spawned_by?: {
      agent: string;
      target: string;
      pane_id: string;
      server_pid: number;
      runtime_id: string;
    } | undefined;
  })[];
};

export type SquadSignal = {
  type: "starting" | "working" | "needs_input" | "review" | "completing" | "complete" | "compacting" | "question" | "idle";
  signal_id: string;
  session_id: string | null;
  tmux_session: string | null;
  tmux_server_pid?: number | undefined;
  timestamp: string;
  provisional?: boolean | undefined;
  sseState?: string | undefined;
  out_of_order?: string | undefined;
  data: Record<string, unknown>;
  [name: string]: unknown;
};

export type StreamMessage = {
  type: "snapshot";
  cursor: string;
  at: number;
  summary: {
    panes: number;
    agents: number;
    needs_action: number;
    shelves: Record<"blocked" | "check" | "done", number>;
    by_state: Record<"error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown", number>;
    by_agent: Record<string, number>;
    by_target: Record<string, number>;
  };
  partial: boolean;
  target_errors: {
    target: string;
    error: Error;
    since: number;
  }[];
  items: PaneItem[];
  error?: Error | undefined;
} | {
  type: "delta";
  cursor: string;
  at: number;
  summary: {
    panes: number;
    agents: number;
    needs_action: number;
    shelves: Record<"blocked" | "check" | "done", number>;
    by_state: Record<"error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown", number>;
    by_agent: Record<string, number>;
    by_target: Record<string, number>;
  };
  partial: boolean;
  target_errors: {
    target: string;
    error: Error;
    since: number;
  }[];
  changed: PaneItem[];
  removed: {
    target: string;
    session_name: string;
    window_id: string;
    pane_id: string;
    member?: string | undefined;
  }[];
};

export type StreamStreamMessage = StreamMessage | {
  type: "printing";
  began: {
    target: string;
    pane_id: string;
  }[];
  ended: {
    target: string;
    pane_id: string;
  }[];
} | {
  type: "asked";
};

export type TargetItem = {
  identity: {
    target: string;
  };
  name: string;
  kind: "local" | "ssh";
  ssh_target: string | null;
  tmux_socket: string | null;
  is_default: boolean;
  health: "ok" | "degraded" | "down";
  last_seen_at: number | null;
  panes: number;
  agents: number;
  tmux_version: string | null;
  carrier: "local" | "channel" | "window" | null;
  clock_offset_ms: number | null;
  error: Error | null;
};

export type TargetList = {
  schema_version: 2;
  generated_at: number;
  filters: Record<string, unknown>;
  summary: {
    panes: number;
    agents: number;
    needs_action: number;
    shelves: Record<"blocked" | "check" | "done", number>;
    by_state: Record<"error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown", number>;
    by_agent: Record<string, number>;
    by_target: Record<string, number>;
  };
  partial: boolean;
  target_errors: {
    target: string;
    error: Error;
    since: number;
  }[];
  items: TargetItem[];
};

export type TargetsRemoveAnswer = {
  removed: string;
};

export type TellReport = {
  schema_version: 1;
  generated_at: number;
  queue: {
    runtime_id: string;
    ref: string;
    target: string;
    pane_id: string;
    agent: string;
    paused: boolean;
    version: number;
    prompts: ({
      id: string;
      text: string;
      after: {
        runtime_id: string;
        what: string;
      } | null;
      keep: boolean;
      allow_changes: boolean;
      channel: "prompt" | "inbox";
      added_at: number;
      added_by: {
        uid: number | null;
        user: string;
        via: "cli" | "api" | "rule" | "wake" | "queue" | "fleet" | "mcp";
        agent?: {
          name: string;
          place: string;
          ref: string;
          runtime_id: string;
        } | undefined;
        member?: string | undefined;
        person?: string | undefined;
        device?: {
          id: string;
          name: string;
        } | undefined;
      };
      state: {
        kind: "waiting";
      } | {
        kind: "sending";
        attempt: number;
        since: number;
      } | {
        kind: "held";
        since: number;
        why: string;
      };
    })[];
    waits_for: string;
  };
  prompt_id: string | null;
  channel: "prompt" | "queue" | "inbox";
};

export type TellRequest = {
  ref: string;
  text: string;
};

export type TerminalTerminalMessage = {
  type: "opened";
  ref: string;
  identity: {
    target: string;
    session_name: string;
    window_id: string;
    pane_id: string;
    member?: string | undefined;
  };
  holder: {
    id: string;
    pane_pid: number;
    command: string;
    agent: string | null;
    runtime_id: string | null;
  };
  may_type?: boolean | undefined;
  may_resize?: boolean | undefined;
} | {
  type: "bootstrap";
  reason: "opened" | "behind" | "resized" | "reconnected" | "repaired" | "asked" | "changed";
  stream: string;
  offset: number;
  skipped: number;
  cols: number;
  rows: number;
  alternate: boolean;
  title: string;
} | {
  type: "typed";
  bytes: number;
} | {
  type: "refused";
  error: Error;
  bytes: number;
  holder: {
    id: string;
    pane_pid: number;
    command: string;
    agent: string | null;
    runtime_id: string | null;
  } | null;
} | {
  type: "accepted";
  holder: {
    id: string;
    pane_pid: number;
    command: string;
    agent: string | null;
    runtime_id: string | null;
  };
} | {
  type: "interrupted";
  error: Error;
} | {
  type: "closed";
  error: Error;
};

export type UndoReport = {
  schema_version: 1;
  correlation_id: string;
  snapshot: {
    snapshot_id: string;
    target: string;
    pane_id: string;
    runtime_id: string | null;
    state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
    nudge_seq: number;
    state_version: number;
    observed_at: number;
    expires_at: number;
    nonce: string;
  };
  ref: string;
  what: string;
  action: "undo";
  directory: string;
  began_at: number;
  files: {
    change: string;
    name: string;
  }[];
  commits: string[];
  others: string[];
  head_moved: boolean;
  is_done: boolean;
  confirm: string | null;
};

export type UndoRequest = {
  ref?: string | undefined;
  snapshot?: {
    snapshot_id: string;
    nonce: string;
  } | undefined;
  guards?: {
    if_runtime?: string | undefined;
    if_state?: ("error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown")[] | undefined;
    if_updated_within_ms?: number | undefined;
    force_stale?: boolean | undefined;
  } | undefined;
  confirm?: string | undefined;
  move_head?: boolean | undefined;
};

export type UsageList = {
  schema_version: 1;
  generated_at: number;
  by: "day" | "project" | "agent" | "model" | "account" | "member";
  since: string;
  until: string;
  items: {
    input: number;
    cached: number;
    cache_written: number;
    output: number;
    reasoning: number;
    calls: number;
    total: number;
    cost: {
      usd: number | null;
      computed: boolean;
      unpriced_calls: number;
    };
    key: string;
    target: string | null;
  }[];
  sum: {
    input: number;
    cached: number;
    cache_written: number;
    output: number;
    reasoning: number;
    calls: number;
    total: number;
    cost: {
      usd: number | null;
      computed: boolean;
      unpriced_calls: number;
    };
  };
  limits: {
    window: string;
    used_percent: number;
    resets_at: number | null;
    target: string;
    agent: string;
    pane_id: string | null;
    at: number;
    forecast_full_at?: number | undefined;
  }[];
  members?: ({
    name: string;
    error: Error | null;
    sum: {
      input: number;
      cached: number;
      cache_written: number;
      output: number;
      reasoning: number;
      calls: number;
      total: number;
      cost: {
        usd: number | null;
        computed: boolean;
        unpriced_calls: number;
      };
    } | null;
  })[] | undefined;
};

export type ViewOutputReport = {
  schema_version: 1;
  correlation_id: string;
  snapshot: {
    snapshot_id: string;
    target: string;
    pane_id: string;
    runtime_id: string | null;
    state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
    nudge_seq: number;
    state_version: number;
    observed_at: number;
    expires_at: number;
    nonce: string;
  };
  ref: string;
  what: string;
  action: "view-output";
  lines: string[];
};

export type ViewOutputRequest = {
  ref?: string | undefined;
  snapshot?: {
    snapshot_id: string;
    nonce: string;
  } | undefined;
  guards?: {
    if_runtime?: string | undefined;
    if_state?: ("error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown")[] | undefined;
    if_updated_within_ms?: number | undefined;
    force_stale?: boolean | undefined;
  } | undefined;
  lines?: number | undefined;
  ansi?: boolean | undefined;
};

export type WakeList = {
  schema_version: 1;
  generated_at: number;
  items: ({
    runtime_id: string;
    ref: string;
    target: string;
    pane_id: string;
    agent: string;
    limited_since: number;
    until: number;
    wakes_at: number;
    asked_at: number;
    asked_by: {
      uid: number | null;
      user: string;
      via: "cli" | "api" | "rule" | "wake" | "queue" | "fleet" | "mcp";
      agent?: {
        name: string;
        place: string;
        ref: string;
        runtime_id: string;
      } | undefined;
      member?: string | undefined;
      person?: string | undefined;
      device?: {
        id: string;
        name: string;
      } | undefined;
    };
  })[];
};

export type WakeReport = {
  schema_version: 1;
  generated_at: number;
  cancelled: boolean;
  items: ({
    runtime_id: string;
    ref: string;
    target: string;
    pane_id: string;
    agent: string;
    limited_since: number;
    until: number;
    wakes_at: number;
    asked_at: number;
    asked_by: {
      uid: number | null;
      user: string;
      via: "cli" | "api" | "rule" | "wake" | "queue" | "fleet" | "mcp";
      agent?: {
        name: string;
        place: string;
        ref: string;
        runtime_id: string;
      } | undefined;
      member?: string | undefined;
      person?: string | undefined;
      device?: {
        id: string;
        name: string;
      } | undefined;
    };
  })[];
};

export type WakeRequest = {
  ref: string;
  account?: boolean | undefined;
  cancel?: boolean | undefined;
};

export type WatchEvent = {
  schema_version: 2;
  generated_at: number;
  filters: Record<string, unknown>;
  summary: {
    panes: number;
    agents: number;
    needs_action: number;
    shelves: Record<"blocked" | "check" | "done", number>;
    by_state: Record<"error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown", number>;
    by_agent: Record<string, number>;
    by_target: Record<string, number>;
  };
  partial: boolean;
  target_errors: {
    target: string;
    error: Error;
    since: number;
  }[];
  cursor: string;
  items: ({
    cursor: string;
    at: number;
    type: "pane";
    change: "present" | "changed" | "removed";
    identity: {
      target: string;
      session_name: string;
      window_id: string;
      pane_id: string;
      member?: string | undefined;
    };
    ref: string;
    runtime_id: string | null;
    agent: string | null;
    reason_code: "no_agent" | "no_signal" | "stale_signal" | "target_unreachable" | "member_unreachable" | "unsupported_signal" | "unbound" | "outcome_unknown" | "provisional_expired" | "runtime_ended" | "suspended" | null;
    since: number | null;
    message: string;
    source: "hook" | "notify" | "wrapper" | "plugin" | "marker" | "status_file" | "squad" | "command" | "osc" | "session_file" | "transcript" | "title" | "screen" | "poller" | "llm" | "rules" | "process" | "terminal" | "daemon" | null;
    attention: Attention | null;
    shelf: "blocked" | "check" | "done" | null;
    label: string;
    snoozed_until: number | null;
    limited: {
      until: number | null;
      resumes: boolean;
      since: number;
      wakes_at: number | null;
    } | null;
    nothing_new_since: number | null;
    state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown" | null;
    previous_state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown" | null;
  } | {
    cursor: string;
    at: number;
    type: "window";
    change: "present" | "changed" | "removed";
    identity: {
      target: string;
      session_name: string;
      window_id: string;
      member?: string | undefined;
    };
    window_index: number;
    window_name: string;
    panes: number;
    agents: number;
    needs_action: number;
    shelves: Record<"blocked" | "check" | "done", number>;
    waiting: number;
    running: number;
    top_state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown" | null;
    since: number | null;
    by_state: Record<"error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown", number>;
    agent_status?: {
      ref: string;
      runtime_id: string | null;
      state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
      reason_code: "no_agent" | "no_signal" | "stale_signal" | "target_unreachable" | "member_unreachable" | "unsupported_signal" | "unbound" | "outcome_unknown" | "provisional_expired" | "runtime_ended" | "suspended" | null;
      since: number | null;
      message: string;
      attention: Attention | null;
      shelf: "blocked" | "check" | "done" | null;
      label: string;
      snoozed_until: number | null;
      pane_id: string;
      agent: string;
    }[] | undefined;
  } | {
    cursor: string;
    at: number;
    type: "session";
    change: "present" | "changed" | "removed";
    identity: {
      target: string | null;
      session_name: string;
      member?: string | undefined;
    };
    windows: number;
    panes: number;
    agents: number;
    needs_action: number;
    shelves: Record<"blocked" | "check" | "done", number>;
    waiting: number;
    running: number;
    top_state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown" | null;
    since: number | null;
    by_state: Record<"error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown", number>;
    targets: {
      target: string;
      windows: number;
      panes: number;
      agents: number;
      needs_action: number;
      shelves: Record<"blocked" | "check" | "done", number>;
      waiting: number;
      running: number;
      top_state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown" | null;
      since: number | null;
      by_state: Record<"error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown", number>;
    }[];
    by_agent?: Record<string, number> | undefined;
  })[];
};

export type WindowList = {
  schema_version: 2;
  generated_at: number;
  filters: Record<string, unknown>;
  summary: {
    panes: number;
    agents: number;
    needs_action: number;
    shelves: Record<"blocked" | "check" | "done", number>;
    by_state: Record<"error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown", number>;
    by_agent: Record<string, number>;
    by_target: Record<string, number>;
  };
  partial: boolean;
  target_errors: {
    target: string;
    error: Error;
    since: number;
  }[];
  items: {
    identity: {
      target: string;
      session_name: string;
      window_id: string;
      member?: string | undefined;
    };
    window_index: number;
    window_name: string;
    panes: number;
    agents: number;
    needs_action: number;
    shelves: Record<"blocked" | "check" | "done", number>;
    waiting: number;
    running: number;
    top_state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown" | null;
    since: number | null;
    by_state: Record<"error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown", number>;
    agent_status?: {
      ref: string;
      runtime_id: string | null;
      state: "error" | "waiting_approval" | "waiting_input" | "running" | "completed" | "idle" | "unknown";
      reason_code: "no_agent" | "no_signal" | "stale_signal" | "target_unreachable" | "member_unreachable" | "unsupported_signal" | "unbound" | "outcome_unknown" | "provisional_expired" | "runtime_ended" | "suspended" | null;
      since: number | null;
      message: string;
      attention: Attention | null;
      shelf: "blocked" | "check" | "done" | null;
      label: string;
      snoozed_until: number | null;
      pane_id: string;
      agent: string;
    }[] | undefined;
  }[];
};
