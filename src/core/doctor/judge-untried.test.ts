import { expect, it } from "vitest";
import { judgeUntried } from "./judge-untried.ts";

it("[AD96] doctor says of each installed agent that nobody has tried what is known of it, and is content", () => {
  const [amp, cursor] = judgeUntried([
    { name: "amp", label: "Amp", isSilent: true },
    { name: "cursor", label: "Cursor CLI", isSilent: false },
  ]);
  expect(amp).toMatchObject({ name: "Amp: tests", status: "ok", found: "known by its documentation, not tried" });
  expect(amp?.advice).toContain("its state is unknown unless it signals");
  expect(cursor).toMatchObject({ status: "ok", advice: null });
});
