import { expect, it } from "vitest";
import type { ResumeOutcome } from "../../../core/protocol/actions/resume.ts";
import { resumeWords } from "./resume-words.ts";

it("[UI11] shows the result of a resume, also if the agent did not start", () => {
  const item = { agent: "claude" } as ResumeOutcome["item"];
  const outcome: ResumeOutcome = { item, place: "same_pane", pane_id: "%3", started: true, error: null };
  expect(resumeWords(outcome)).toBe("claude runs again in its pane (%3).");
  expect(resumeWords({ ...outcome, place: "new_window", started: false })).toBe(
    "claude: its command was typed in a new window (%3), and no process of it was seen yet.",
  );
  const error = { code: "E_AGENT_ALIVE", message: "it is alive", details: {} } as const;
  expect(resumeWords({ ...outcome, place: null, pane_id: null, started: null, error })).toBe("claude: it is alive");
});
