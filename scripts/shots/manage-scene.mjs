/** API responses for the views of hosts, spawning, audit and settings. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const NO_FLEET = {
  ...{ name: null, urls: [], share: null, server: null, error: null, since: null },
  ...{ published: 0, waiting: 0, storage: [], members: [] },
};

export function manageAnswers(now) {
  const list = (items) => ({ schema_version: 1, generated_at: now, items });
  return {
    "/v1/targets": list(targets(now)),
    "/v1/fleet": { schema_version: 1, generated_at: now, ...NO_FLEET },
    "/v1/targets/host/doctor": doctor("host", []),
    "/v1/targets/vm1/doctor": doctor("vm1", [
      {
        name: "inotify",
        status: "warning",
        found: "status files are looked at every 2 s",
        advice: "install inotify-tools there to hear them at once",
      },
    ]),
    "/v1/spawn": list(spawned(now)),
    "/v1/spawn/presets": list([
      { name: "review", agent: "claude", target: "host", prompt: "Review the last commit", args: [] },
    ]),
    "/v1/resumable": list(resumable(now)),
    "/v1/adapters": list(adapters(now)),
    "/v1/devices": list(devices(now)),
    "/v1/notify": notify(now),
    "/v1/audit": { ...list(audit(now)), filters: {}, summary: { actions: 5, refused: 2 } },
  };
}

function targets(now) {
  const usual = { kind: "ssh", tmux_socket: null, is_default: false, health: "ok", last_seen_at: now - 1_000 };
  const there = { tmux_version: "3.4", carrier: "channel", clock_offset_ms: 12, error: null };
  const error = {
    code: "E_TARGET_UNREACHABLE",
    message: "ssh: connect to host vm2 port 22: No route to host",
    details: {},
  };
  return [
    {
      ...usual,
      ...there,
      name: "host",
      kind: "local",
      ssh_target: null,
      is_default: true,
      panes: 10,
      agents: 8,
      carrier: "local",
    },
    { ...usual, ...there, name: "vm1", ssh_target: "me@192.168.1.20", panes: 3, agents: 3, clock_offset_ms: 3_200 },
    {
      ...usual,
      ...there,
      name: "vm2",
      ssh_target: "vm2",
      health: "down",
      last_seen_at: now - 4 * MINUTE,
      panes: 2,
      agents: 2,
      error,
    },
  ];
}

function doctor(target, more) {
  const checks = [
    { name: "tmux", status: "ok", found: "3.4", advice: null },
    { name: "server", status: "ok", found: "runs, 10 panes", advice: null },
    ...more,
  ];
  return { schema_version: 1, target, ok: true, checks };
}

function spawned(now) {
  const place = { window_id: "@9", workspace_id: "w", status_file: "", instructions: { by: "words", file: null } };
  return [
    {
      ...place,
      session_id: "s1",
      target: "host",
      ref: "pane:host/web/@5/%22",
      pane_id: "%22",
      session_name: "web",
      agent: "claude",
      program: "claude",
      workspace: "/home/you/src/web",
      worktree: { path: "/home/you/src/web-worktrees/settings-page", branch: "settings-page", created_branch: true },
      spawned_at: now - 2 * HOUR,
    },
    {
      ...place,
      session_id: "s2",
      target: "vm1",
      ref: "pane:vm1/api/@2/%13",
      pane_id: "%13",
      session_name: "api",
      agent: "codex",
      program: "codex",
      workspace: "/srv/api",
      worktree: null,
      spawned_at: now - 12 * MINUTE,
    },
  ];
}

function resumable(now) {
  return [
    {
      runtime_id: "r9",
      ref: "runtime:r9",
      agent: "claude",
      target: "host",
      pane_id: "%61",
      session_name: "blog",
      cwd: "/home/you/src/blog",
      session_id: "0f1e",
      ended_at: now - 3 * HOUR,
      exit_code: 0,
      signal: null,
      argv: ["claude", "--resume", "0f1e"],
      command: "claude --resume 0f1e",
    },
  ];
}

const VERSIONS = { claude: ["2.1.4"], codex: ["0.58.0"] };

function adapters(now) {
  const capabilities = {
    event_driven: true,
    polling_required: false,
    supports_waiting_approval: true,
    supports_waiting_input: true,
    supports_completed: true,
  };
  const of = (name, label, running, last_event = null, more = {}) => ({
    name,
    label,
    contract: "1.0",
    compatible: true,
    enabled: true,
    capabilities,
    health: { running, last_event, unknown_screens: [], versions: VERSIONS[name] ?? [] },
    ...more,
  });
  return [
    of("claude", "Claude Code", 4, { at: now - 20_000, source: "hook" }),
    of("codex", "Codex", 3, { at: now - 48_000, source: "session_file" }),
    of("gemini", "Gemini CLI", 2, { at: now - HOUR, source: "title" }, { enabled: false }),
    of("copilot", "GitHub Copilot CLI", 0),
  ];
}

function devices(now) {
  return [
    {
      id: "3f9a01c2",
      name: "Firefox on Linux",
      created_at: now - 40 * HOUR,
      last_seen_at: now - 1_000,
      may_act: true,
      may_pair: true,
      is_current: true,
    },
    {
      id: "77b1e0aa",
      name: "Safari on iPhone",
      created_at: now - 30 * HOUR,
      last_seen_at: now - 25 * MINUTE,
      may_act: true,
      may_pair: false,
      is_current: false,
    },
  ];
}

function notify(now) {
  const counts = { waiting: 0, sent: 0, dropped: 0, dead: 0 };
  const of = (name, kind, sentAgo, more = {}) => ({
    ...{ name, kind, origin: "settings", device_id: null, fault: null, counts: { ...counts, sent: 12 } },
    ...{ last_sent_at: now - sentAgo, last_failed_at: null, last_failure: null, ...more },
  });
  return {
    schema_version: 1,
    generated_at: now,
    channels: [
      of("phone", "ntfy", 4 * MINUTE),
      of("mux", "tmux", 4 * MINUTE),
      of("team", "slack", 5 * HOUR, {
        last_failed_at: now - 2 * HOUR,
        last_failure: "hooks.slack.com answered 404: no_service",
      }),
      of("push:5d41402abc4b", "push", 4 * MINUTE, { origin: "device", device_id: "77b1e0aa" }),
    ],
    rules: ["input, approval, error, stalled → phone, mux, push: after 30s, unless somebody looks at it, once in 1m"],
    counts: { ...counts, sent: 48 },
    waiting: [],
    dead: [],
  };
}

function audit(now) {
  const phases = (at, ...names) =>
    names.map((phase, n) => ({ phase, at: at + n * 200, evidence: n === 0 ? "screen" : "hook UserPromptSubmit" }));
  const of = (n, ago, action, more) => ({
    schema_version: 1,
    correlation_id: `c0ffee${n}`,
    at: now - ago,
    ended_at: now - ago + 640,
    action,
    actor: { uid: 1000, user: "you", via: n % 2 === 0 ? "api" : "cli" },
    asked_ref: null,
    ref: "pane:vm1/api/@1/%12",
    target: "vm1",
    pane_id: "%12",
    runtime_id: "runtime0",
    agent: "claude",
    snapshot: null,
    guards: {},
    request: {},
    outcome: "done",
    code: null,
    message: "",
    phases: [],
    idempotency_key: null,
    ...more,
  });
  return [
    of(2, 2 * MINUTE, "answer", {
      request: { answer: "1" },
      phases: phases(now - 2 * MINUTE, "typed", "submitted", "accepted"),
    }),
    of(3, 9 * MINUTE, "send", {
      guards: { if_state: ["idle"], if_runtime: "runtime0" },
      request: { text: "Run the tests again" },
      outcome: "refused",
      code: "E_GUARD_STATE",
      message: "claude is waiting_approval, not idle",
    }),
    of(4, 14 * MINUTE, "spawn", {
      agent: null,
      request: { agent: "codex", workspace: "/srv/api" },
      effects: ["created tmux window api:@2", "created /srv/api/.schmux"],
    }),
    of(5, 50 * MINUTE, "kill", { request: { signal: "INT" }, effects: ["SIGINT to the process group of 4711"] }),
    of(6, 3 * HOUR, "resume", {
      outcome: "failed",
      code: "E_TARGET_UNREACHABLE",
      message: "vm2 does not answer",
      target: "vm2",
      ref: "runtime:r7",
      pane_id: null,
    }),
  ];
}
