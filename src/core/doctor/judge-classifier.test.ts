import { describe, expect, it } from "vitest";
import type { ClassifierStatus } from "../protocol/daemon/classify.ts";
import { judgeClassifier } from "./judge-classifier.ts";

const RULES: ClassifierStatus = {
  schema_version: 1,
  classifier: "rules",
  where: null,
  model: null,
  leaves: "nothing",
  fault: null,
  budget: { per_hour: 60, spent: 3 },
  last_failure: null,
};
const FAR: ClassifierStatus = {
  ...RULES,
  classifier: "openai",
  where: "https://llm.example.com/v1",
  model: "small",
  leaves: "to_another_machine",
};

describe("judgeClassifier", () => {
  it("[NK5] says what leaves the machine, and where to", () => {
    const found = (status: ClassifierStatus) =>
      judgeClassifier(status).map(({ status: how, found: words }) => [how, words]);
    expect(found(RULES)).toEqual([["ok", "rules over the screen; nothing leaves this machine"]]);
    expect(found({ ...RULES, classifier: "off" })[0]?.[1]).toMatch(/^off: agents that do not speak stay unknown/);
    const excerpt = "up to 100 lines of a silent agent's screen, redacted,";
    expect(found(FAR)).toEqual([
      [
        "ok",
        `openai (small), where rules do not know; ${excerpt} leave this machine for https://llm.example.com/v1; 3 of 60 calls this hour`,
      ],
    ]);
    const near = { ...FAR, where: "http://127.0.0.1:11434/v1", leaves: "to_this_machine" } as const;
    expect(found(near)[0]?.[1]).toContain("go to http://127.0.0.1:11434/v1, which is this machine");
    const command = { ...RULES, classifier: "command", where: "claude -p", leaves: "to_a_command" } as const;
    expect(found(command)[0]?.[1]).toContain("go to 'claude -p', and wherever that sends them");
  });

  it("[NK5] a configured provider that cannot be asked is an error; one that failed last time is a warning", () => {
    const [broken] = judgeClassifier({ ...FAR, fault: "classifier openai wants classifier_model" });
    expect(broken).toMatchObject({ status: "failed", found: expect.stringContaining("wants classifier_model") });
    expect(broken?.advice).toContain('classifier = "rules"');
    const [failing] = judgeClassifier({ ...FAR, last_failure: { at: 1, why: "llm.example.com answered 503" } });
    expect(failing).toMatchObject({ status: "warning", found: expect.stringContaining("answered 503") });
  });
});
