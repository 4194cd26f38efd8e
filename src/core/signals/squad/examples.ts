import type { SquadPayloads } from "../../protocol/squad/squad.ts";

/** One realistic payload of each type. */
export const SQUAD_EXAMPLES: SquadPayloads = {
  starting: {
    agentName: "FairBay",
    sessionId: "a019c84c-7b54-45cc-9eee-dd6a70dea1a3",
    project: "squad",
    model: "claude-opus-4-5-20251101",
    gitBranch: "master",
    gitStatus: "clean",
    tools: ["Bash", "Read", "Write", "Edit"],
    uncommittedFiles: [],
  },
  working: {
    taskId: "squad-abc",
    taskTitle: "Add caching layer",
    approach: "Use Redis for session cache, add TTL config",
    expectedFiles: ["src/lib/cache/*", "src/routes/api/*"],
    estimatedScope: "medium",
  },
  needs_input: {
    taskId: "squad-abc",
    question: "Should expired cache entries return stale data or null?",
    questionType: "choice",
    options: [
      { label: "Return stale data", value: "stale", description: "Better UX, risk of outdated info" },
      { label: "Return null", value: "null", description: "Forces refresh, slower UX" },
    ],
  },
  review: {
    taskId: "squad-abc",
    taskTitle: "Add caching layer",
    summary: ["Added Redis cache layer", "Configured TTL per route"],
  },
  completing: { taskId: "squad-abc", currentStep: "committing", progress: 25 },
  complete: {
    taskId: "squad-abc",
    agentName: "FairBay",
    completionMode: "review_required",
    summary: ["Added Redis cache layer", "Configured TTL per route"],
    quality: { tests: "passing", build: "clean" },
    humanActions: [{ title: "Deploy Redis to production" }],
    suggestedTasks: [{ title: "Add cache monitoring dashboard", priority: 3 }],
    crossAgentIntel: {
      files: ["src/lib/cache/redis.ts"],
      patterns: ["Use $lib/cache for all caching"],
      gotchas: ["Cache TTL must match session duration"],
    },
  },
  compacting: { reason: "context limit", contextSizeBefore: 180_000, estimatedAfter: 40_000 },
  question: {
    question: "Proceed with the database migration?",
    questionType: "confirm",
    options: [
      { id: "yes", label: "Yes" },
      { id: "no", label: "No" },
    ],
    timeout: 120,
  },
  idle: { readyForWork: true },
};
