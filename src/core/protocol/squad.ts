import { z } from "zod";

/** Words of squad that tell how an agent stands. */
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

/** How far each step of a completion is. */
export const SQUAD_STEPS = { verifying: 0, committing: 25, closing: 50, releasing: 75, complete: 100 } as const;
export type SquadStep = keyof typeof SQUAD_STEPS;

/** How many characters a payload may have, and how deep it may be: the daemon's spool takes no more. */
export const SQUAD_LONGEST = 1024 * 1024;
export const SQUAD_DEEPEST = 64;

/**
 * A session's id is part of a file's name: no separator, no `..`, nothing that a shell or terminal would mind; and no
 * `tmux-` before it, which would be the file of the tmux session of that name.
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
/** What a list of words is also given as. */
const OneOrMore = z.union([Word, Words.min(1)]);

/** A choice of a question. What has no value of its own is answered by its id, else by its label. */
export const SquadOption = z.looseObject({
  label: Word,
  value: z.string().optional(),
  id: z.string().optional(),
  description: z.string().optional(),
  recommended: z.boolean().optional(),
  tradeoffs: z.string().optional(),
});
export type SquadOption = z.infer<typeof SquadOption>;

/** `input` and `clarification` want a text as well. */
export const SquadQuestionType = z.enum(["choice", "confirm", "text", "input", "clarification", "approval"]);
export type SquadQuestionType = z.infer<typeof SquadQuestionType>;

const Asked = {
  question: Word,
  questionType: SquadQuestionType,
  options: z.array(SquadOption).min(1).optional(),
  /** Seconds after which no answer is wanted any more. */
  timeout: z.number().positive().optional(),
  timeoutMinutes: z.number().positive().optional(),
  timeoutAction: z.string().optional(),
  context: z.unknown().optional(),
  impact: z.string().optional(),
  blocking: Words.optional(),
  relevantCode: z.string().optional(),
  relevantFiles: Words.optional(),
};

const TestsStatus = z.enum(["passing", "failing", "partial", "skipped", "none", "unknown"]);
const BuildStatus = z.enum(["clean", "passing", "warnings", "errors", "failing", "skipped", "none", "unknown"]);
const Quality = z.looseObject({
  tests: TestsStatus.optional(),
  build: BuildStatus.optional(),
  preExisting: z.string().optional(),
});
const Titled = z.looseObject({ title: Word, description: z.string().optional() });
const HumanAction = Titled.extend({ items: Words.optional() });
const SuggestedTask = Titled.extend({
  id: z.string().optional(),
  priority: z.number().int().min(0).max(9).optional(),
  type: z.string().optional(),
  reason: z.string().optional(),
  project: z.string().optional(),
  labels: z.union([z.string(), Words]).optional(),
  depends_on: Words.optional(),
});
const Intel = z.looseObject({
  files: Words.optional(),
  patterns: Words.optional(),
  gotchas: Words.optional(),
});
const FileModified = z.union([
  Word,
  z.looseObject({
    path: Word,
    changeType: z.enum(["added", "modified", "deleted", "renamed", "copied"]).optional(),
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
  duration: z.number().nonnegative().optional(),
  tokensUsed: z.number().nonnegative().optional(),
  filesModified: Count.optional(),
  linesAdded: Count.optional(),
  linesRemoved: Count.optional(),
  linesChanged: Count.optional(),
  commitsCreated: Count.optional(),
});

/** What may come with any signal. */
const Common = { agentName: Word.optional(), sessionId: SquadSessionId.optional(), project: Word.optional() };
const OfTask = { ...Common, taskId: Word };

/** Each type's payload. Fields that nobody knows are kept. */
export const SQUAD_PAYLOADS = {
  starting: z.looseObject({
    agentName: Word,
    sessionId: SquadSessionId,
    project: Word,
    model: Word,
    gitBranch: Word,
    gitStatus: z.enum(["clean", "dirty", "modified", "staged", "untracked", "conflicted", "none", "unknown"]),
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
    estimatedScope: z.enum(["trivial", "small", "medium", "large", "huge"]).optional(),
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
    testsStatus: TestsStatus.optional(),
    testsRun: Count.optional(),
    testsPassed: Count.optional(),
    buildStatus: BuildStatus.optional(),
    buildWarnings: Words.optional(),
    reviewFocus: z.array(ReviewFocus).optional(),
    knownLimitations: Words.optional(),
    commits: z.array(Commit).optional(),
    quality: Quality.optional(),
  }),
  completing: z.looseObject({
    ...OfTask,
    taskTitle: Word.optional(),
    currentStep: z.enum(["verifying", "committing", "closing", "releasing", "announcing", "complete"]),
    progress: z.number().min(0).max(100),
    stepsCompleted: Words.optional(),
    stepsRemaining: Words.optional(),
    stepDescription: z.string().optional(),
    stepStartedAt: z.string().optional(),
  }),
  complete: z.looseObject({
    ...OfTask,
    taskTitle: Word.optional(),
    completionMode: z.enum(["review_required", "auto_proceed"]),
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
    riskLevel: z.enum(["low", "medium", "high", "critical"]).optional(),
    breakingChanges: Words.optional(),
    documentationNeeds: Words.optional(),
  }),
  compacting: z.looseObject({
    ...Common,
    reason: Word,
    contextSizeBefore: z.number().nonnegative(),
    estimatedAfter: z.number().nonnegative(),
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

/** A signal as its files, its timeline and its clients carry it. */
export const SquadSignal = z.looseObject({
  type: SquadType,
  /** The same in every copy of one signal. */
  signal_id: z.string(),
  session_id: SquadSessionId.nullable(),
  tmux_session: z.string().nullable(),
  timestamp: z.iso.datetime({ offset: true }),
  /** Written ahead of the agent's own, which replaces it. */
  provisional: z.boolean().optional(),
  data: z.record(z.string(), z.unknown()),
});
export type SquadSignal = z.infer<typeof SquadSignal>;
