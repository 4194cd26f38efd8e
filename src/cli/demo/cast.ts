/** Who plays in the demo: in which session and window, as which program, and which story. */
export interface Role {
  session: string;
  window: string;
  /** The program that it pretends to be; null for one that nobody knows. */
  agent: "claude" | "codex" | null;
  story: string;
  /** By `agtmux run`, which tells how it ended; Enter runs it again. */
  wrapped?: true;
}

export const CAST: readonly Role[] = [
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
