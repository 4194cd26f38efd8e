import { describe, expect, it } from "vitest";
import { inspectIntegration } from "../../adapter/integration.ts";
import { INTEGRATION } from "./integration.ts";

const PATH = "/h/.codex/hooks.json";
const HOME = "/h/.agtmux";

function hooks(before = "{}"): string {
  const added = INTEGRATION.settings.add(before, HOME);
  return added.ok ? (added.text ?? "") : "";
}

function review(settings: string, config: string | null) {
  return inspectIntegration(INTEGRATION, { path: PATH, settings, switches: config }, HOME);
}

const trusted = (place: string) => `[hooks.state."${PATH}:${place}"]\ntrusted_hash = "sha256:0"\n`;

describe("what Codex has been told of our hooks", () => {
  it("[IN5] hooks that are not reviewed, or switched off, are named", () => {
    const text = hooks();
    const events = Object.keys(JSON.parse(text).hooks);
    expect(review(text, null)).toMatchObject({ state: "current", awaiting: events, disabled: null });
    const snake = (event: string) => event.replace(/(?!^)[A-Z]/g, "_$&").toLowerCase();
    const all = events.map((event) => trusted(`${snake(event)}:0:0`)).join("");
    expect(review(text, all)).toMatchObject({ awaiting: [] });
    expect(review(text, all.replace("sha256:0", 'x"\nenabled = false #'))).toMatchObject({ awaiting: [events[0]] });
  });

  it("[IN5] each is known by its place: behind the user's own it is another", () => {
    const text = hooks('{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}');
    expect(review(text, trusted("stop:0:0"))).toMatchObject({ awaiting: expect.arrayContaining(["Stop"]) });
    expect(review(text, trusted("stop:1:0"))).toMatchObject({ awaiting: expect.not.arrayContaining(["Stop"]) });
  });

  it("[IN5] a switched-off hooks feature is named, with or without hooks; an invalid config is ignored", () => {
    for (const name of ["hooks", "codex_hooks"])
      expect(review(hooks(), `[features]\n${name} = false\n`)).toMatchObject({
        disabled: { words: `"${name}" is false under [features]`, file: "switches" },
      });
    const nothing = { path: PATH, settings: null, switches: "[features]\nhooks = false" };
    expect(inspectIntegration(INTEGRATION, nothing, HOME)).toMatchObject({
      state: "absent",
      disabled: { file: "switches" },
    });
    expect(review(hooks(), "= no toml")).toMatchObject({ disabled: null });
  });
});
