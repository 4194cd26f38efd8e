import type { Page } from "playwright-core";
import type { Question } from "../../src/core/protocol/actions/questions.ts";
import { type AttentionKind, attentionLabel } from "../../src/core/protocol/events/attention.ts";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { browser } from "./browser.ts";
import type { DESKTOP } from "./page.ts";
import { type PageServer, servePage } from "./page-server.ts";
import { testPane } from "./test-pane.ts";

const STATES: Record<AttentionKind, PaneItem["state"]> = {
  approval: "waiting_approval",
  input: "waiting_input",
  error: "error",
  stalled: "running",
  testing: "completed",
  review: "completed",
  limited: "error",
  budget: "running",
  context: "running",
  done: "completed",
};
const AGENTS = ["claude", "codex", "gemini", "opencode", "generic"];

/** A pane that calls for a person since `ago` ms, in a window of its own. */
export function calling(n: number, kind: AttentionKind, words: string, ago = 60_000): PaneItem {
  const raised_at = Date.now() - ago;
  return testPane(
    { pane_id: `%${n}`, window_id: `@${n}` },
    {
      agent: AGENTS[n % AGENTS.length] ?? null,
      command: "make",
      window_name: `task ${n}`,
      cwd: `/src/shop-${n % 7}`,
      state: STATES[kind],
      since: raised_at,
      message: words,
      attention: {
        attention_id: `a${n}`,
        kind,
        label: attentionLabel(kind),
        message: words,
        source: "agent",
        raised_at,
      },
    },
  );
}

export function questionOf(pane: PaneItem, words: Partial<Question>): Question {
  const { identity, ref, runtime_id, agent, attention } = pane;
  return {
    question_id: `q-${identity.pane_id}`,
    revision: `r-${identity.pane_id}.1`,
    ref,
    target: identity.target,
    session_name: identity.session_name,
    pane_id: identity.pane_id,
    runtime_id: runtime_id ?? "",
    agent,
    attention_id: attention?.attention_id ?? "",
    kind: "approval",
    text: attention?.message ?? "",
    state: "open",
    asked_at: Date.now(),
    expires_at: null,
    settled_at: null,
    answer: null,
    correlation_id: null,
    ...words,
  };
}

/** The page with these panes and questions; the daemon's other answers are left out. */
export async function openCrowd(
  panes: PaneItem[],
  viewport: Parameters<typeof browser>[0] | typeof DESKTOP,
  questions: Question[] = [],
): Promise<{ page: Page; server: PageServer }> {
  const server = await servePage(panes);
  const page = await (await browser(viewport)).newPage();
  await page.route(/\/v1\/questions$/, (route) =>
    route.fulfill({ json: { schema_version: 1, generated_at: Date.now(), items: questions } }),
  );
  await page.goto(server.link);
  await page.locator('.shell[data-link="live"]').waitFor();
  return { page, server };
}
