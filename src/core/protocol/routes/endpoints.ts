/** An endpoint of the daemon's API. It names no schema, so that commands, which load it, start fast. */
export interface Endpoint {
  method: "GET" | "POST" | "DELETE";
  /** In hono's syntax: `/v1/targets/:name`. `/metrics` is where Prometheus looks. */
  path: `/v1/${string}` | "/metrics";
  /** How long a client waits; the transport's own timeout if absent. The daemon gives up earlier. */
  timeoutMs?: number;
  /** A request may have the daemon wait for a state (`wait`); the client then waits that much longer. */
  mayWait?: boolean;
}

/** The daemon waits for another machine. */
const REMOTE = { timeoutMs: 90_000 };
const REMOTE_WAIT = { ...REMOTE, mayWait: true };
/** Checking out a large repository and waiting for a slow login shell take long. */
const SPAWNING = { timeoutMs: 180_000 };

/** Hooks of the user's run when a commit is made, and may test everything. */
const FINISHING = { timeoutMs: 660_000 };
/** A tool for agents may wait for another agent, or start one. */
const TOOL = { timeoutMs: 660_000 };
/** A check may be waited for. */
const CHECKING = { timeoutMs: 1_860_000 };

/** All endpoints by group. `ROUTES` says what each takes and answers. */
export const ENDPOINTS = {
  daemon: {
    health: get("/v1/health"),
    openapi: get("/v1/openapi.json"),
    metrics: get("/metrics"),
    explain: get("/v1/explain"),
    register: post("/v1/register"),
    restart: post("/v1/restart"),
    shutdown: post("/v1/shutdown"),
  },
  lists: {
    panes: get("/v1/panes"),
    windows: get("/v1/windows"),
    sessions: get("/v1/sessions"),
  },
  stream: {
    stream: get("/v1/stream"),
  },
  terminal: {
    terminal: get("/v1/terminal/:ref"),
  },
  events: {
    list: get("/v1/events"),
  },
  signals: {
    follow: get("/v1/signals"),
    read: get("/v1/targets/:target/sessions/:name/signal"),
    clear: remove("/v1/targets/:target/sessions/:name/signal"),
    timeline: get("/v1/targets/:target/sessions/:name/timeline"),
  },
  attention: {
    open: get("/v1/attention"),
    see: post("/v1/attention"),
    snooze: post("/v1/attention/snooze"),
    claim: post("/v1/attention/claim"),
    tell: post("/v1/attention/tell"),
  },
  classify: {
    status: get("/v1/classifier"),
    classify: post("/v1/classify", REMOTE),
  },
  notify: {
    status: get("/v1/notify"),
    test: post("/v1/notify/test", REMOTE),
    retry: post("/v1/notify/retry"),
    push: get("/v1/notify/push"),
    subscribe: post("/v1/notify/push"),
    unsubscribe: remove("/v1/notify/push"),
  },
  actions: {
    snapshot: post("/v1/actions/snapshot", REMOTE),
    attach: post("/v1/actions/attach", REMOTE),
    viewOutput: post("/v1/actions/view-output", REMOTE),
    diff: post("/v1/actions/diff", REMOTE),
    undo: post("/v1/actions/undo", REMOTE),
    finish: post("/v1/actions/finish", FINISHING),
    check: post("/v1/actions/check", CHECKING),
    interrupt: post("/v1/actions/interrupt", REMOTE),
    kill: post("/v1/actions/kill", REMOTE),
    send: post("/v1/actions/send", REMOTE_WAIT),
    complete: post("/v1/actions/complete", REMOTE_WAIT),
  },
  questions: {
    list: get("/v1/questions"),
    answer: post("/v1/questions/answer", REMOTE_WAIT),
  },
  rules: {
    list: get("/v1/rules"),
    add: post("/v1/rules", REMOTE),
    remove: remove("/v1/rules/:id"),
    pause: post("/v1/rules/pause"),
    test: post("/v1/rules/test", REMOTE),
    propose: post("/v1/rules/propose"),
    learn: get("/v1/rules/learned"),
  },
  conversation: {
    read: post("/v1/conversation", REMOTE),
    search: post("/v1/search", REMOTE),
  },
  usage: {
    list: get("/v1/usage"),
  },
  audit: {
    list: get("/v1/audit"),
  },
  spawn: {
    list: get("/v1/spawn"),
    presets: get("/v1/spawn/presets"),
    spawn: post("/v1/spawn", SPAWNING),
    dispose: post("/v1/dispose", SPAWNING),
  },
  resume: {
    list: get("/v1/resumable"),
    resume: post("/v1/resume", REMOTE),
  },
  queue: {
    list: get("/v1/queue"),
    add: post("/v1/queue", REMOTE),
    edit: post("/v1/queue/:id/edit"),
    move: post("/v1/queue/:id/move"),
    remove: remove("/v1/queue/:id"),
    retry: post("/v1/queue/:id/retry"),
    pause: post("/v1/queue/pause"),
    tell: post("/v1/queue/tell"),
  },
  wakes: {
    list: get("/v1/wakes"),
    ask: post("/v1/wakes"),
  },
  mcp: {
    call: post("/v1/mcp/tools/:tool", TOOL),
    changes: post("/v1/mcp/changes", REMOTE),
    status: get("/v1/mcp/status"),
    pause: post("/v1/mcp/pause"),
    speak: post("/v1/mcp", TOOL),
    listen: get("/v1/mcp"),
    end: remove("/v1/mcp"),
  },
  targets: {
    list: get("/v1/targets"),
    add: post("/v1/targets", REMOTE),
    connect: post("/v1/targets/:name/connect", REMOTE),
    remove: remove("/v1/targets/:name", REMOTE),
    doctor: post("/v1/targets/:name/doctor", REMOTE),
  },
  fleet: {
    status: get("/v1/fleet"),
    doctor: post("/v1/fleet/doctor", REMOTE),
    leave: post("/v1/fleet/leave", REMOTE),
    forget: post("/v1/fleet/forget", REMOTE),
    createBuckets: post("/v1/fleet/buckets", REMOTE),
  },
  adapters: {
    list: get("/v1/adapters"),
    enable: post("/v1/adapters/:name/enable"),
    disable: post("/v1/adapters/:name/disable"),
  },
  devices: {
    list: get("/v1/devices"),
    remove: remove("/v1/devices/:id"),
    removeAll: remove("/v1/devices"),
    allowPairing: post("/v1/devices/:id/pairing"),
    allowRules: post("/v1/devices/:id/rules"),
    openPairing: post("/v1/pairing"),
    openLink: post("/v1/links"),
    rotateToken: post("/v1/token"),
    pair: post("/v1/pair"),
    greet: post("/v1/greet"),
  },
};

type Timing = Pick<Endpoint, "timeoutMs" | "mayWait">;

function get<const Path extends Endpoint["path"]>(path: Path) {
  return { method: "GET" as const, path };
}

function post<const Path extends Endpoint["path"]>(path: Path, timing: Timing = {}) {
  return { method: "POST" as const, path, ...timing };
}

function remove<const Path extends Endpoint["path"]>(path: Path, timing: Timing = {}) {
  return { method: "DELETE" as const, path, ...timing };
}
