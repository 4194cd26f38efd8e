import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { testSummary } from "../../../test/support/test-pane.ts";
import { TargetErrors } from "./target-errors.tsx";

const since = new Date(2026, 1, 3, 12, 3).getTime();
const targetError = {
  target: "vm2",
  error: { code: "E_TARGET_UNREACHABLE", message: "ssh: <b>no route</b>", details: {} },
  since,
} as const;
const fleet = {
  cursor: "e-1",
  at: since,
  summary: { ...testSummary(5), by_target: { host: 1, vm2: 4 } },
  panes: new Map(),
};

describe("TargetErrors", () => {
  it("[TG18] a target that does not answer is told, with its error as text, in a region that is read out", () => {
    expect(renderToStaticMarkup(<TargetErrors fleet={{ ...fleet, targetErrors: [targetError] }} />)).toBe(
      '<div class="targets" role="status"><p class="notice">vm2 is out of reach since 12:03 — its 4 panes are unknown' +
        '<span class="why">ssh: &lt;b&gt;no route&lt;/b&gt;</span><span class="why advice">Nothing was lost; it is tried ' +
        "again by itself, at least every 30 s. <code>agtmux target doctor vm2</code> says what is wrong.</span></p></div>",
    );
  });

  it("[TG18] the region is there before there is anything to tell", () => {
    for (const known of [null, { ...fleet, targetErrors: [] }])
      expect(renderToStaticMarkup(<TargetErrors fleet={known} />)).toBe('<div class="targets" role="status"></div>');
  });
});
