import { manageAnswers } from "./manage-scene.mjs";
import { usageList, usageOf } from "./usage-scene.mjs";

/** Pretend panes, questions and API responses. Ages are relative, so that screenshots look the same every day. */

const LABELS = {
  input: "⚠ Needs Authorization",
  approval: "⚠ Needs Authorization",
  testing: "🧪 Needs User Testing",
  review: "Ready for review",
  done: "✓ Completed",
  error: "❌ Error",
  stalled: "⏳ Possibly Stuck",
};
const SHELVES = {
  input: ["blocked", "asks"],
  approval: ["blocked", "wants approval"],
  error: ["blocked", "error"],
  testing: ["check", "please test"],
  review: ["check", "review"],
  stalled: ["check", "stuck?"],
  done: ["done", "done"],
};
const BECAUSE = {
  hook: "the agent's own hook said so",
  marker: "the agent said so itself, by a marker",
  screen: "its screen shows it",
  title: "its window's title shows it",
  process: "its process has just begun",
};
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

export function scene(now) {
  const panes = PANES.map((spec, n) => paneOf(spec, n, now));
  return {
    panes,
    targetErrors: [
      {
        target: "vm2",
        error: {
          code: "E_TARGET_UNREACHABLE",
          message: "ssh: connect to host vm2 port 22: No route to host",
          details: {},
        },
        since: now - 4 * MINUTE,
      },
    ],
    questions: QUESTIONS.map((spec) => questionOf(spec, panes, now)),
  };
}

/** Responses to GET by path. Add what further views request. */
export function answers({ questions }, now) {
  return {
    "/v1/health": { running: true, pid: 1, version: "0.1.0", problems: [] },
    "/v1/questions": { schema_version: 1, generated_at: now, items: questions },
    "/v1/usage": usageList(now),
    ...manageAnswers(now),
  };
}

const QUESTIONS = [
  {
    pane: "%12",
    kind: "approval",
    text: "Run this command?",
    detail: "rm -rf build && make release\n# removes build/ and builds all packages",
  },
  {
    pane: "%21",
    kind: "choice",
    text: "Which database should the service use?",
    free: true,
    options: [
      { value: "1", label: "Postgres" },
      { value: "2", label: "SQLite" },
      { value: "3", label: "Keep both" },
    ],
  },
  {
    pane: "%33",
    kind: "approval",
    text: "Apply this edit to src/auth/session.ts?",
    is_diff: true,
    detail:
      '--- a/src/auth/session.ts\n+++ b/src/auth/session.ts\n@@ -14,7 +14,9 @@ export function openSession(user: User) {\n-  const token = sign(user.id);\n+  const token = sign(user.id, { expiresIn: SESSION_MS });\n+  audit.record("session", user.id);\n   return { token, user };\n }\n+\n+const SESSION_MS = 8 * 3_600_000;',
    options: [
      { value: "1", label: "Yes" },
      { value: "2", label: "Yes, allow all edits during this session" },
      { value: "3", label: "No, and tell Claude what to do differently" },
    ],
  },
];

const PANES = [
  {
    at: "vm1/api",
    pane: "%12",
    agent: "claude",
    state: "waiting_approval",
    attention: "approval",
    ago: 760,
    says: "Run this command?",
    by: "hook",
    because: "the agent's own hook asks for permission; its screen shows the same",
  },
  {
    at: "vm1/api",
    pane: "%13",
    window: "tests",
    agent: "codex",
    state: "running",
    ago: 310,
    says: "Fixing the flaky login test",
    activity: { kind: "working", tool: "Bash" },
    by: "hook",
  },
  {
    at: "vm1/api",
    pane: "%14",
    window: "docs",
    agent: "gemini",
    state: "idle",
    ago: 3_900,
    says: "",
    by: "title",
    sure: "medium",
  },
  {
    at: "host/web",
    pane: "%21",
    agent: "codex",
    state: "waiting_input",
    attention: "input",
    ago: 48,
    says: "Which database should the service use?",
    by: "hook",
  },
  {
    at: "host/web",
    pane: "%22",
    window: "ui",
    agent: "claude",
    state: "running",
    ago: 95,
    says: "Refactoring the settings page",
    activity: { kind: "completing", progress: 75 },
    signal: { type: "completing", task_title: "Settings page" },
    by: "hook",
  },
  {
    at: "host/web",
    pane: "%23",
    window: "e2e",
    agent: "generic",
    command: "pnpm",
    state: "completed",
    attention: "testing",
    ago: 640,
    says: "Try the new checkout on a phone",
    by: "marker",
  },
  {
    at: "host/docs",
    pane: "%31",
    agent: "gemini",
    state: "error",
    attention: "error",
    ago: 725,
    says: "API Error: 401 unauthorized. Run /auth to sign in again",
    by: "screen",
    sure: "medium",
  },
  {
    at: "host/docs",
    pane: "%32",
    window: "build",
    agent: "opencode",
    state: "running",
    ago: 20,
    says: "Compacting the conversation",
    activity: { kind: "compacting" },
    by: "hook",
  },
  {
    at: "host/docs",
    pane: "%33",
    window: "auth",
    agent: "claude",
    state: "waiting_approval",
    attention: "approval",
    ago: 310,
    says: "Apply this edit to src/auth/session.ts?",
    by: "hook",
  },
  {
    at: "host/docs",
    pane: "%34",
    window: "release",
    agent: "copilot",
    state: "completed",
    attention: "done",
    ago: 1_500,
    says: "Release notes are written: 14 changes, 2 of them breaking. docs/release-2.4.md",
    signal: { type: "complete", task_title: "Release 2.4" },
    by: "hook",
  },
  {
    at: "vm2/train",
    pane: "%41",
    agent: "claude",
    state: "unknown",
    reason: "target_unreachable",
    ago: 240,
    says: "Tuning the learning rate",
    by: null,
  },
  {
    at: "vm2/train",
    pane: "%42",
    window: "eval",
    agent: "codex",
    state: "unknown",
    reason: "target_unreachable",
    ago: 240,
    says: "",
    by: null,
  },
  {
    at: "host/infra",
    pane: "%51",
    agent: "cursor",
    state: "running",
    ago: 5,
    says: "Reading terraform plans",
    activity: { kind: "starting" },
    by: "process",
    sure: "low",
  },
  {
    at: "host/infra",
    pane: "%54",
    window: "migrate",
    agent: "opencode",
    state: "running",
    attention: "stalled",
    ago: 420,
    says: "Nothing was printed for 7 minutes while a command runs",
    by: "hook",
    sure: "low",
    because: "it said that it works and has been silent since",
  },
  {
    at: "host/infra",
    pane: "%52",
    window: "sh",
    agent: null,
    command: "bash",
    state: "unknown",
    reason: "no_agent",
    ago: 9_000,
    says: "",
    by: null,
  },
  {
    at: "host/infra",
    pane: "%53",
    window: "logs",
    agent: null,
    command: "less",
    state: "unknown",
    reason: "no_agent",
    ago: 9_000,
    says: "",
    by: null,
  },
];

function paneOf(spec, n, now) {
  const [target, session] = spec.at.split("/");
  const since = now - spec.ago * SECOND;
  const window = `@${n + 1}`;
  return {
    identity: { target, session_name: session, window_id: window, pane_id: spec.pane },
    ref: `pane:${target}/${session}/${window}/${spec.pane}`,
    window_index: n % 4,
    window_name: spec.window ?? spec.agent ?? "sh",
    pane_index: 0,
    title: "",
    command: spec.command ?? spec.agent ?? "sh",
    cwd: `/home/you/src/${session}`,
    runtime_id: spec.agent === null ? null : `runtime${n}`,
    agent: spec.agent,
    state: spec.state,
    reason_code: spec.reason ?? null,
    confidence: spec.sure ?? "high",
    since,
    message: spec.says,
    activity: spec.activity ?? null,
    source: spec.by,
    because: spec.because ?? BECAUSE[spec.by] ?? "nobody has said anything since",
    attention:
      spec.attention === undefined
        ? null
        : {
            attention_id: `attention${n}`,
            kind: spec.attention,
            label: LABELS[spec.attention],
            message: spec.says,
            source: "hook",
            raised_at: since,
          },
    shelf: SHELVES[spec.attention]?.[0] ?? null,
    label: SHELVES[spec.attention]?.[1] ?? (spec.reason === "target_unreachable" ? "out of reach" : spec.state),
    snoozed_until: null,
    doing: spec.agent === null ? null : doingOf(spec, session, since),
    limited: null,
    usage: usageOf(n, spec.agent, now),
    nothing_new_since: null,
    nudge_seq: 0,
    signal:
      spec.signal === undefined
        ? null
        : { at: since, session_id: null, task_id: "t1", task_title: null, provisional: false, ...spec.signal },
    state_version: 1,
    updated_at: since,
  };
}

/** By pane: the last prompt, the branch, and what is not committed there. */
const WORK = {
  "%12": ["Make a release build, from scratch", "release-2.4", [2, 14, 3, 0]],
  "%13": ["The login test fails now and then: find out why", "fix-login", [1, 6, 2, 1]],
  "%21": ["Let the service keep its sessions", "sessions", [5, 120, 31, 2]],
  "%22": ["Split the settings page", "settings", [7, 88, 140, 0]],
  "%33": ["Sign people out after a week", "main", [1, 9, 4, 0]],
  "%34": ["Write the release notes", "main", [0, 0, 0, 1]],
  "%54": ["Move the old orders", "main", [0, 0, 0, 0]],
};

function doingOf({ pane, activity }, session, at) {
  const [text, branch = "main", [files, added, removed, untracked] = [0, 0, 0, 0]] = WORK[pane] ?? [];
  const told = { source: "hook", from: "prompt", at };
  return {
    task: text === undefined ? null : { text, ...told },
    tool: activity?.tool === undefined ? null : { name: activity.tool, argument: "npm test -- login", ...told },
    words: null,
    directory: { path: `/home/you/src/${session}`, ...told },
    branch: { name: branch, commit: null, ...told },
    changes: { files, added, removed, untracked, ...told, directory: `/home/you/src/${session}` },
  };
}

function questionOf({ pane: paneId, ...words }, panes, now) {
  const pane = panes.find(({ identity }) => identity.pane_id === paneId);
  return {
    question_id: `question-${paneId}`,
    revision: `revision-${paneId}`,
    ref: pane.ref,
    target: pane.identity.target,
    session_name: pane.identity.session_name,
    pane_id: paneId,
    runtime_id: pane.runtime_id,
    agent: pane.agent,
    attention_id: pane.attention.attention_id,
    ...words,
    state: "open",
    asked_at: now,
    expires_at: null,
    settled_at: null,
    answer: null,
    correlation_id: null,
  };
}
