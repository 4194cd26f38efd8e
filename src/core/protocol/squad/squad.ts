import { z } from "zod";

/** Signal types of squad. */
export const SQUAD_TYPES = [
  "starting",
  "working",
  "needs_input",
  "review",
  "completing",
  "complete",
  "compacting",
  "question",
  "idle",
] as const;
export const SquadType = z.enum(SQUAD_TYPES);
export type SquadType = z.infer<typeof SquadType>;

/** Progress of each completion step in percent. */
export const SQUAD_STEPS = { verifying: 0, committing: 25, closing: 50, releasing: 75, complete: 100 } as const;
export type SquadStep = keyof typeof SQUAD_STEPS;

/** Maximal characters and nesting depth of a payload: the daemon's spool accepts no more. */
export const SQUAD_LONGEST = 1024 * 1024;
export const SQUAD_DEEPEST = 64;

/**
 * A session id is part of a file name: no separator, no `..`, nothing special to a shell or terminal. It must not begin
 * with `tmux-`, because that would name the file of a tmux session.
 */
export const SquadSessionId = z
  .string()
  .max(128)
  .regex(
    /^(?![Tt][Mm][Uu][Xx]-)[A-Za-z0-9][A-Za-z0-9._-]*$/,
    "letters, digits, '.', '_' and '-', the first a letter or digit, not beginning with tmux-",
  );

const Word = z.string().min(1);
const Words = z.array(Word);
const Count = z.number().int().nonnegative();
/** A list may also be given as a single word. */
const OneOrMore = z.union([Word, Words.min(1)]);
/** `180000`, or as an agent might write it: "180k". */
const Size = z.union([Word, z.number().nonnegative()]);

/** A choice of a question. Without a value it is answered by its id, else by its label. */
export const SquadOption = z.looseObject({
  label: Word,
  value: z.string().optional(),
  id: z.string().optional(),
  description: z.string().optional(),
  recommended: z.boolean().optional(),
  tradeoffs: z.string().optional(),
});
export type SquadOption = z.infer<typeof SquadOption>;

const Asked = {
  question: Word,
  /** We know `choice`, `confirm` and `approval`; any other asks for text, or for a choice if there are options. */
  questionType: Word,
  options: z.array(SquadOption).min(1).optional(),
  /** Seconds after which an answer is no longer wanted. */
  timeout: z.number().positive().optional(),
  timeoutMinutes: z.number().positive().optional(),
  timeoutAction: z.string().optional(),
  context: z.unknown().optional(),
  impact: z.string().optional(),
  blocking: Words.optional(),
  relevantCode: z.string().optional(),
  relevantFiles: Words.optional(),
};

const Quality = z.looseObject({
  tests: Word.optional(),
  build: Word.optional(),
  preExisting: z.string().optional(),
});
const Titled = z.looseObject({ title: Word, description: z.string().optional() });
const HumanAction = z.union([Word, Titled.extend({ items: Words.optional() })]);
const SuggestedTask = z.union([
  Word,
  Titled.extend({
    id: z.string().optional(),
    priority: z.number().int().min(0).max(9).optional(),
    type: z.string().optional(),
    reason: z.string().optional(),
    project: z.string().optional(),
    labels: z.union([z.string(), Words]).optional(),
    depends_on: Words.optional(),
  }),
]);
const Intel = z.looseObject({
  files: Words.optional(),
  patterns: Words.optional(),
  gotchas: Words.optional(),
});
const FileModified = z.union([
  Word,
  z.looseObject({
    path: Word,
    changeType: Word.optional(),
    linesAdded: Count.optional(),
    linesRemoved: Count.optional(),
    description: z.string().optional(),
  }),
]);
const KeyDecision = z.union([Word, z.looseObject({ decision: Word, rationale: z.string().optional() })]);
const ReviewFocus = z.union([
  Word,
  z.looseObject({
    text: Word,
    filePath: z.string().optional(),
    localhostRoute: z.string().optional(),
    line: z.number().int().positive().optional(),
  }),
]);
const Commit = z.union([Word, z.looseObject({ sha: Word, message: z.string().optional() })]);
const SessionStats = z.looseObject({
  duration: Size.optional(),
  tokensUsed: Size.optional(),
  filesModified: Count.optional(),
  linesAdded: Count.optional(),
  linesRemoved: Count.optional(),
  linesChanged: Count.optional(),
  commitsCreated: Count.optional(),
});

/** Optional fields of every signal. */
const Common = { agentName: Word.optional(), sessionId: SquadSessionId.optional(), project: Word.optional() };
const OfTask = { ...Common, taskId: Word };

/**
 * The payload of each type. Unknown fields are kept and any words are accepted: squad defines none, and a signal
 * rejected for its wording would be lost.
 */
export const SQUAD_PAYLOADS = {
  starting: z.looseObject({
    agentName: Word,
    sessionId: SquadSessionId,
    project: Word,
    model: Word,
    gitBranch: Word,
    gitStatus: Word,
    tools: Words.optional(),
    uncommittedFiles: Words.optional(),
    taskId: Word.optional(),
    taskTitle: Word.optional(),
  }),
  working: z.looseObject({
    ...OfTask,
    taskTitle: Word,
    approach: Word,
    taskDescription: z.string().optional(),
    taskPriority: z.number().int().min(0).max(9).optional(),
    taskType: z.string().optional(),
    expectedFiles: Words.optional(),
    estimatedScope: Word.optional(),
    baselineCommit: z.string().optional(),
    baselineBranch: z.string().optional(),
    dependencies: Words.optional(),
    blockers: Words.optional(),
  }),
  needs_input: z.looseObject({ ...OfTask, ...Asked, taskTitle: Word.optional() }),
  question: z.looseObject({ ...Common, ...Asked, taskId: Word.optional(), taskTitle: Word.optional() }),
  review: z.looseObject({
    ...OfTask,
    taskTitle: Word,
    summary: OneOrMore,
    approach: z.string().optional(),
    filesModified: z.array(FileModified).optional(),
    totalLinesAdded: Count.optional(),
    totalLinesRemoved: Count.optional(),
    keyDecisions: z.array(KeyDecision).optional(),
    testsStatus: Word.optional(),
    testsRun: Count.optional(),
    testsPassed: Count.optional(),
    buildStatus: Word.optional(),
    buildWarnings: Words.optional(),
    reviewFocus: z.array(ReviewFocus).optional(),
    knownLimitations: Words.optional(),
    commits: z.array(Commit).optional(),
    quality: Quality.optional(),
  }),
  completing: z.looseObject({
    ...OfTask,
    taskTitle: Word.optional(),
    currentStep: Word,
    progress: z.number().min(0).max(100),
    stepsCompleted: Words.optional(),
    stepsRemaining: Words.optional(),
    stepDescription: z.string().optional(),
    stepStartedAt: z.string().optional(),
  }),
  complete: z.looseObject({
    ...OfTask,
    taskTitle: Word.optional(),
    completionMode: Word,
    summary: OneOrMore,
    quality: Quality,
    humanActions: z.array(HumanAction).optional(),
    suggestedTasks: z.array(SuggestedTask).optional(),
    crossAgentIntel: Intel.optional(),
    filesModified: z.array(FileModified).optional(),
    sessionStats: SessionStats.optional(),
    nextTaskId: z.string().optional(),
    nextTaskTitle: z.string().optional(),
    suggestedRename: z.string().optional(),
    suggestedLabels: Words.optional(),
    riskLevel: Word.optional(),
    breakingChanges: Words.optional(),
    documentationNeeds: Words.optional(),
  }),
  compacting: z.looseObject({
    ...Common,
    reason: Word,
    contextSizeBefore: Size,
    estimatedAfter: Size,
    taskId: Word.optional(),
    preserving: Words.optional(),
  }),
  idle: z.looseObject({
    ...Common,
    readyForWork: z.boolean().optional(),
    blockedReason: z.string().optional(),
    sessionSummary: z.unknown().optional(),
    suggestedNextTask: z.unknown().optional(),
  }),
} satisfies Record<SquadType, z.ZodType>;
export type SquadPayloads = { [Type in SquadType]: z.infer<(typeof SQUAD_PAYLOADS)[Type]> };

/** A signal as in files, in timelines and for clients. */
export const SquadSignal = z.looseObject({
  type: SquadType,
  /** The same in every copy of a signal. */
  signal_id: z.string(),
  session_id: SquadSessionId.nullable(),
  tmux_session: z.string().nullable(),
  /** Sessions of two tmux servers may have the same name. Absent if another program wrote the signal. */
  tmux_server_pid: z.number().int().positive().optional(),
  timestamp: z.iso.datetime({ offset: true }),
  /** Written before the agent's own signal, which replaces it. */
  provisional: z.boolean().optional(),
  /** The state name of squad's session cards. */
  sseState: z.string().optional(),
  /** Why it does not fit the previous signal; added by the daemon. */
  out_of_order: z.string().optional(),
  data: z.record(z.string(), z.unknown()),
});
export type SquadSignal = z.infer<typeof SquadSignal>;
