import { describe, expect, it } from "vitest";
import type { Excerpt } from "../../core/classify/excerpt.ts";
import { silentLog } from "../base/test-log.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { Budget } from "./budget.ts";
import { Classifier, type ClassifierDeps } from "./classifier.ts";
import type { ClassifierSettings } from "./create-provider.ts";
import { send, type TestApi, testApi } from "./test-api.ts";

/** A screen that the rules do not know. */
const SCREEN: Excerpt = {
  agent: "generic",
  label: "robot",
  lines: ["gearbox nominal", "phase four reached, lever B"],
  command: "robot",
  alternate: false,
};
const VERDICT = {
  state: "waiting_input",
  confidence: "high",
  evidence: ["phase four reached"],
  summary: "It waits for lever B.",
} as const;
const PLAIN: ClassifierSettings = {
  classifier: "openai",
  classifier_url: "",
  classifier_model: "m-1",
  classifier_key: "",
  classifier_command: [],
  classifier_budget: 60,
};

interface Bench {
  classifier: Classifier;
  pauses: number[];
  clock: { now(): number; at: number };
  store: ReturnType<typeof openMemoryStore>;
}

function bench(settings: Partial<ClassifierSettings>, change: Partial<ClassifierDeps> = {}): Bench {
  const clock = { at: 10_000_000, now: () => clock.at };
  const store = openMemoryStore();
  const pauses: number[] = [];
  const all = { ...PLAIN, ...settings };
  const classifier = new Classifier({
    settings: all,
    environment: {},
    budget: new Budget({ store, clock, perHour: all.classifier_budget }),
    timeoutMs: 5_000,
    pause: async (ms) => void pauses.push(ms),
    clock,
    log: silentLog(),
    ...change,
  });
  return { classifier, pauses, clock, store };
}

async function withApi(settings: Partial<ClassifierSettings> = {}, change: Partial<ClassifierDeps> = {}) {
  const api = await testApi("openai");
  api.answers = [api.says(VERDICT)];
  return { api, ...bench({ classifier_url: api.url, ...settings }, change) };
}

const never = new AbortController().signal;
const classify = ({ classifier }: Pick<Bench, "classifier">, shown = SCREEN, subject = "r1") =>
  classifier.classify(shown, null, subject, never);

describe("who is asked", () => {
  it("[NK4, NK5] rules first: a screen that they know is sent to no model", async () => {
    const { api, ...rest } = await withApi();
    const view = { width: 80, top: 0, cursor: { line: 0, column: 26 } };
    const asks = { ...SCREEN, lines: ["Overwrite the file? [y/N] "], view };
    const opinion = await classify(rest, asks);
    expect(opinion).toMatchObject({ classifier: "rules", rejected: null });
    expect(opinion.verdict.state).not.toBe("unknown");
    expect(api.heard).toEqual([]);
  });

  it("[NK5] without configuration only rules are asked", async () => {
    for (const classifier of ["rules", "off"] as const) {
      const { api, ...rest } = await withApi({ classifier });
      expect(await classify(rest)).toMatchObject({
        classifier: "rules",
        verdict: { state: "unknown" },
        rejected: null,
      });
      expect(api.heard).toEqual([]);
    }
  });

  it("[NK5, NK6] the model is asked if rules do not know, without secrets", async () => {
    const { api, ...rest } = await withApi();
    const shown = { ...SCREEN, lines: ["export GITHUB_TOKEN=ghp_abcdefghij0123456789", ...SCREEN.lines] };
    expect(await classify(rest, shown)).toEqual({
      classifier: "openai",
      verdict: VERDICT,
      cached: false,
      rejected: null,
      isFinal: true,
    });
    const sent = JSON.stringify(api.heard[0]?.body);
    expect(sent).toContain("phase four reached");
    expect(sent).not.toContain("ghp_");
  });

  it("[NK9] by hand, exactly the provider that is named", async () => {
    const { api, classifier } = await withApi({ classifier: "rules" });
    const view = { width: 80, top: 0, cursor: { line: 1, column: 26 } };
    const asks = { ...SCREEN, lines: ["phase four reached", "Overwrite the file? [y/N] "], view };
    expect(await classifier.classifyBy("openai", asks, null, "r", never)).toMatchObject({ verdict: VERDICT });
    expect(await classifier.classifyBy("rules", SCREEN, null, "r", never)).toMatchObject({ classifier: "rules" });
    expect(api.heard).toHaveLength(1);
    await expect(classifier.classifyBy("command", SCREEN, null, "r", never)).rejects.toMatchObject({
      code: "E_CLASSIFIER_CONFIG",
    });
  });
});

describe("what is not believed", () => {
  it.each<[string, object | string]>([
    ["words without a verdict", "I think that it is busy."],
    ["a state that there is not", { ...VERDICT, state: "sleeping" }],
    ["evidence that is not on the screen", { ...VERDICT, evidence: ["Shall I delete everything?"] }],
    ["a state without evidence", { ...VERDICT, evidence: [] }],
    ["half a verdict", JSON.stringify(VERDICT).slice(0, 40)],
  ])("[NK6] %s: rules decide, and the reason is given", async (_, said) => {
    const { api, ...rest } = await withApi();
    api.answers = [api.says(said)];
    const opinion = await classify(rest);
    expect(opinion).toMatchObject({ classifier: "rules", verdict: { state: "unknown" }, isFinal: true });
    expect(opinion.rejected).toMatch(/^openai: \S/);
    // the answer for the same screen is cached
    await classify(rest);
    expect(api.heard).toHaveLength(1);
  });

  it("[NK6] accepts text around the JSON", async () => {
    const { api, ...rest } = await withApi();
    api.answers = [api.says(`Sure! Here it is:\n\`\`\`json\n${JSON.stringify(VERDICT)}\n\`\`\`\nAnything else?`)];
    expect(await classify(rest)).toMatchObject({ classifier: "openai", verdict: VERDICT });
  });
});

describe("calls", () => {
  const failing =
    (status: number, headers: Record<string, string> = {}) =>
    (api: TestApi) => {
      api.answers = [(response) => send(response, status, "{}", headers), api.says(VERDICT)];
    };

  it.each<[string, (api: TestApi) => void, number]>([
    ["429 with a time", failing(429, { "retry-after": "3" }), 3_000],
    ["429", failing(429), 1_000],
    ["500", failing(500), 1_000],
  ])("[NK7] are repeated after %s", async (_, fail, pause) => {
    const { api, ...rest } = await withApi();
    fail(api);
    expect(await classify(rest)).toMatchObject({ verdict: VERDICT });
    expect(rest.pauses).toEqual([pause]);
  });

  it("[NK7] are given up after a few attempts, or if the server asks for a long wait", async () => {
    const { api, ...rest } = await withApi();
    api.answers = [(response) => send(response, 503, "{}")];
    const opinion = await classify(rest);
    expect(opinion).toMatchObject({
      classifier: "rules",
      isFinal: false,
      rejected: expect.stringMatching(/answered 503$/),
    });
    expect([api.heard.length, rest.pauses]).toEqual([3, [1_000, 2_000]]);
    const other = await withApi();
    other.api.answers = [(response) => send(response, 429, "{}", { "retry-after": "3600" })];
    await classify(other);
    expect(other.api.heard).toHaveLength(1);
  });

  it("[NK7] a provider that failed is left alone for a while, then asked again", async () => {
    const { api, ...rest } = await withApi();
    api.answers = [(response) => send(response, 401, '{"error":{"message":"bad key"}}'), api.says(VERDICT)];
    expect((await classify(rest)).rejected).toMatch(/401: bad key/);
    expect((await classify(rest)).rejected).toMatch(/not asked again yet: .*bad key/);
    expect(rest.classifier.status().last_failure?.why).toMatch(/bad key/);
    rest.clock.at += 300_000;
    expect(await classify(rest)).toMatchObject({ verdict: VERDICT });
    expect(rest.classifier.status().last_failure).toBeNull();
    expect(api.heard).toHaveLength(2);
  });

  it("[NK7] end at the timeout, and are not repeated then", async () => {
    const { api, ...rest } = await withApi({}, { timeoutMs: 1_000 });
    api.answers = [() => undefined];
    expect((await classify(rest)).rejected).toBe("openai did not answer within 1 s");
    expect(api.heard).toHaveLength(1);
  });

  it("[NK7] about the same screen are made once", async () => {
    const { api, ...rest } = await withApi();
    await classify(rest);
    expect(await classify(rest, SCREEN, "another runtime")).toMatchObject({ cached: true, verdict: VERDICT });
    expect(api.heard).toHaveLength(1);
  });

  it("[NK7] about one runtime are made one at a time", async () => {
    const { api, ...rest } = await withApi();
    let open = 0;
    let most = 0;
    const { classifier } = rest;
    api.answers = [
      (response, heard) => {
        open += 1;
        most = Math.max(most, open);
        setTimeout(() => {
          open -= 1;
          api.says(VERDICT)(response, heard);
        }, 30);
      },
    ];
    const screens = ["one", "two", "three"].map((word) => ({ ...SCREEN, lines: [...SCREEN.lines, word] }));
    const asked = screens.map((shown) => classify(rest, shown));
    expect(classifier.isAsking("r1")).toBe(true);
    await Promise.all(asked);
    expect([api.heard.length, most, classifier.isAsking("r1")]).toEqual([3, 1, false]);
  });

  it("[NK7] each count in the hourly budget, retries too", async () => {
    const { api, ...rest } = await withApi({ classifier_budget: 2 });
    api.answers = [(response) => send(response, 500, "{}"), api.says(VERDICT)];
    await classify(rest);
    expect(rest.classifier.status().budget).toEqual({ per_hour: 2, spent: 2 });
    const other = { ...SCREEN, lines: ["another screen", "phase four reached"] };
    const opinion = await classify(rest, other);
    expect(opinion).toMatchObject({ classifier: "rules", isFinal: false });
    expect(opinion.rejected).toMatch(/calls of this hour are spent/);
    await expect(rest.classifier.classifyBy("openai", other, null, "r", never)).rejects.toMatchObject({
      code: "E_CLASSIFIER_BUDGET",
    });
    rest.clock.at += 3_600_000;
    expect(await classify(rest, other)).toMatchObject({ verdict: VERDICT });
    expect(api.heard).toHaveLength(3);
  });

  it("[NK7] of the last hour still count after a restart", async () => {
    const { store, clock, classifier, api, ...rest } = await withApi({ classifier_budget: 1 });
    await classify({ ...rest, classifier });
    expect(api.heard).toHaveLength(1);
    expect(new Budget({ store, clock, perHour: 1 }).take()).toBe(false);
  });

  it("[NK5, NK7] by a command follow the same limits", async () => {
    const command = ["sh", "-c", `cat >/dev/null; echo '${JSON.stringify(VERDICT)}'`];
    const { classifier } = bench({ classifier: "command", classifier_command: command });
    expect(await classify({ classifier })).toMatchObject({ classifier: "command", verdict: VERDICT });
  });
});

describe("what is told of it", () => {
  const statusOf = (settings: Partial<ClassifierSettings>, environment: NodeJS.ProcessEnv = {}) =>
    bench(settings, { environment }).classifier.status();

  it.each<[Partial<ClassifierSettings>, object]>([
    [{ classifier: "rules" }, { leaves: "nothing", where: null, model: null, fault: null }],
    [{ classifier: "off" }, { leaves: "nothing", where: null, model: null, fault: null }],
    [{ classifier_url: "http://127.0.0.1:11434/v1" }, { leaves: "to_this_machine", model: "m-1", fault: null }],
    [{ classifier_url: "https://llm.example.com" }, { leaves: "to_another_machine", fault: null }],
    [
      { classifier: "command", classifier_command: ["claude", "-p"] },
      { leaves: "to_a_command", where: "claude -p" },
    ],
    [{ classifier: "openai" }, { fault: expect.stringContaining("wants classifier_url") }],
    [
      { classifier: "anthropic" },
      { where: "https://api.anthropic.com", fault: expect.stringContaining("classifier_key") },
    ],
    [
      { classifier: "anthropic", classifier_key: "env:KEY" },
      { leaves: "to_another_machine", fault: expect.stringContaining("the environment of the daemon has no KEY") },
    ],
    [{ classifier: "command" }, { fault: expect.stringContaining("wants classifier_command") }],
  ])("[NK5] %j: what leaves, where to, and what is missing", (settings, status) => {
    expect(statusOf(settings)).toMatchObject(status);
  });

  it("[NT6] a key is used and never shown", async () => {
    const status = statusOf({ classifier: "anthropic", classifier_key: "env:KEY" }, { KEY: "k-secret" });
    expect(status.fault).toBeNull();
    expect(JSON.stringify(status)).not.toContain("k-secret");
  });
});
