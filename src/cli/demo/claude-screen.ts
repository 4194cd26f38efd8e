/** The contents of a pretend Claude Code screen: the conversation, and a dialog or the input box under it. */
export interface ClaudeView {
  cwd: string;
  /** Lines of the conversation, newest last. */
  said: readonly string[];
  now: ClaudeNow;
}

export type ClaudeNow =
  | { phase: "resting"; draft: string }
  | { phase: "working"; status: string; draft: string }
  | { phase: "approving"; title: string; command: string; chosen: number; amended: string | null }
  | { phase: "asking"; ask: Ask; chosen: number; own: string };

export interface Ask {
  header: string;
  question: string;
  options: readonly { label: string; description: string }[];
}

/** Uses the real agent's wording, so that our dialog reader works on it. */
export function claudeScreen({ cwd, said, now }: ClaudeView, columns: number): string[] {
  const banner = [" ▐▛███▛█   Claude Code v2.1.325", "▝▜██████▀  a pretend one, for the demo", ` ▝▝   ▝▝   ${cwd}`, ""];
  return [...banner, ...said, ...bottom(now, cwd, columns)];
}

export function approvalOptions(cwd: string): string[] {
  return ["Yes", `Yes, and don't ask again for such commands in ${cwd}`, "No"];
}

function bottom(now: ClaudeNow, cwd: string, columns: number): string[] {
  const rule = "─".repeat(columns);
  switch (now.phase) {
    case "resting":
      return ["", rule, `❯ ${now.draft}`, rule, "  ⏸ manual mode on · ? for shortcuts"];
    case "working":
      return [now.status, "", rule, `❯ ${now.draft}`, rule, "  ⏸ manual mode on · esc to interrupt"];
    case "approving":
      return [rule, ...approval(now, cwd, "╌".repeat(columns))];
    case "asking":
      return [rule, ...question(now, rule)];
    default:
      return now satisfies never;
  }
}

function approval(now: ClaudeNow & { phase: "approving" }, cwd: string, dots: string): string[] {
  const options = approvalOptions(cwd).map((label, at) => {
    const words =
      label === "No" && now.amended !== null ? `No, ${now.amended || "and tell Claude what to do differently"}` : label;
    return ` ${at === now.chosen ? "❯" : " "} ${at + 1}. ${words}`;
  });
  const hint = now.amended === null ? " Esc to cancel · Tab to amend" : " Esc to cancel";
  return [
    " Bash command",
    ` ${now.title}`,
    dots,
    ` ${now.command}`,
    dots,
    " Do you want to proceed?",
    ...options,
    "",
    hint,
  ];
}

function question({ ask, chosen, own }: ClaudeNow & { phase: "asking" }, rule: string): string[] {
  const sign = (at: number) => (at === chosen ? "❯" : " ");
  const options = ask.options.flatMap(({ label, description }, at) => [
    `${sign(at)} ${at + 1}. ${label}`,
    `     ${description}`,
  ]);
  const last = ask.options.length;
  const hint = "Enter to select · ↑/↓ to navigate · Esc to cancel";
  return [
    ` ☐ ${ask.header} `,
    "",
    ask.question,
    "",
    ...options,
    `${sign(last)} ${last + 1}. ${own || "Type something."}`,
    rule,
    `${sign(last + 1)} ${last + 2}. Chat about this`,
    "",
    hint,
  ];
}
