/** API responses for a pane's page: the explanation of its state, and its history. */

const MINUTE = 60_000;

/** The response to a GET about one pane or its session, or undefined. */
export function paneAnswer({ panes }, { pathname, searchParams }, now) {
  if (pathname === "/v1/explain") {
    const pane = panes.find(({ ref }) => ref === searchParams.get("ref"));
    return {
      schema_version: 1,
      pane,
      resolution: { ...pane, evidence: evidenceOf(pane, now) },
      signal: bundleOf(pane),
    };
  }
  if (pathname === "/v1/events") {
    const session = searchParams.get("target_session");
    const there = panes.filter(({ identity }) => `${identity.target}/${identity.session_name}` === session);
    const events = there.flatMap((pane) => eventsOf(pane, now)).sort((a, b) => a.at - b.at);
    return { cursor: "stage-9", items: events };
  }
  return /^\/v1\/targets\/[^/]+\/sessions\/[^/]+\/timeline$/.test(pathname) ? { items: [] } : undefined;
}

const WHY = {
  waiting_approval: [
    ["decides", "hook", "PermissionRequest", "waiting_approval", "the newest edge of this turn", 0],
    ["agrees", "screen", "approval box", "waiting_approval", "its screen shows the same question", 1_000],
    ["lost", "hook", "PreToolUse", "running", "older than what decides", -6_000],
    ["void", "title", "no cue", null, "of an earlier turn", -466_000],
  ],
  completed: [
    ["decides", "hook", "Stop", "completed", "the turn's strongest end", 0],
    ["agrees", "screen", "prompt", "idle", "its screen shows an empty prompt", 2_000],
    ["lost", "hook", "PostToolUse", "running", "older than what decides", -3_000],
  ],
  error: [
    ["decides", "screen", "API error", "error", "nothing newer was heard", 0],
    ["lost", "hook", "UserPromptSubmit", "running", "older than what decides", -9_000],
  ],
};

function evidenceOf({ state, source, since }, now) {
  const told = WHY[state] ?? [["decides", source ?? "process", "heard", state, "the newest that was heard", 0]];
  return told.map(([verdict, from, event_type, says, why, later], n) => {
    const at = Math.min(now, since + later);
    return {
      event_id: String(n),
      source: from,
      event_type,
      kind: "edge",
      says,
      message: "",
      at,
      age_ms: now - at,
      verdict,
      why,
    };
  });
}

/** The last signal of a finished agent. */
function bundleOf({ signal, identity }) {
  if (signal?.type !== "complete") return null;
  return {
    type: "complete",
    signal_id: "stage",
    session_id: null,
    tmux_session: identity.session_name,
    timestamp: new Date(signal.at).toISOString(),
    data: {
      taskId: "t1",
      taskTitle: signal.task_title,
      summary: ["14 changes, 2 of them breaking", "Every link was checked"],
      quality: { tests: "passing", build: "clean" },
      humanActions: [
        { title: "Publish docs/release-2.4.md", description: "after somebody has read the breaking part" },
      ],
      crossAgentIntel: { files: ["docs/release-2.4.md", "CHANGELOG.md"] },
    },
  };
}

/** Previous state, state, minutes before the present state began, message. */
const PAST = {
  waiting_approval: [
    ["idle", "running", 50, "make a release build"],
    ["running", "waiting_input", 39, "Which target?"],
    ["waiting_input", "running", 34, "Reading the Makefile"],
    ["running", "completed", 20, "Looked at the build"],
    ["completed", "running", 10, "Mending the Makefile"],
  ],
  completed: [
    ["idle", "running", 34, "Collecting the merged pull requests"],
    ["running", "waiting_approval", 26, "May I read the pull requests?"],
    ["waiting_approval", "running", 24, "Writing docs/release-2.4.md"],
    ["running", "running", 6, "Checking the links"],
  ],
};
const OTHERWISE = [["idle", "running", 12, "At work"]];

function eventsOf(pane, now) {
  const past = PAST[pane.state] ?? OTHERWISE;
  const before = past.at(-1)[1];
  return [...past, [before, pane.state, 0, pane.message]].map(([previous_state, state, minutes, message], n) => ({
    ...pane,
    cursor: `stage-${n + 2}`,
    at: Math.min(now, pane.since - minutes * MINUTE),
    type: "pane",
    change: "changed",
    previous_state,
    state,
    message,
  }));
}
