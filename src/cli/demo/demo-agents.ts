/** One pretend agent of the demo: its session, window, program and story. */
export interface Role {
  session: string;
  window: string;
  /** The agent it pretends to be; null for an unknown program. */
  agent: "claude" | "codex" | null;
  story: string;
  /** Run by `agtmux run`, which reports how it ended; Enter runs it again. */
  wrapped?: true;
}

export const DEMO_AGENTS: readonly Role[] = [
  { session: "shop", window: "api", agent: "claude", story: "approves" },
  { session: "shop", window: "login", agent: "claude", story: "asks" },
  { session: "shop", window: "preview", agent: null, story: "tests" },
  { session: "shop", window: "typecheck", agent: null, story: "fails", wrapped: true },
  { session: "docs", window: "guide", agent: "claude", story: "finishes" },
  { session: "docs", window: "changelog", agent: "claude", story: "idles" },
  { session: "ops", window: "import", agent: "claude", story: "compacts" },
  { session: "ops", window: "release", agent: null, story: "releases" },
  { session: "ops", window: "scratch", agent: "codex", story: "silent" },
];
