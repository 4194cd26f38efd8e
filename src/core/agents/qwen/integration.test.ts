import { expect, it } from "vitest";
import { INTEGRATION } from "./integration.ts";

it("[IN1] Qwen's hooks name no timeout, which is milliseconds for some versions and seconds for others", () => {
  const edited = INTEGRATION.settings.add(null, "/h/.agtmux");
  const text = edited.ok ? edited.text : null;
  expect(text).toContain("hook qwen UserPromptSubmit");
  expect(text).not.toContain("timeout");
});
