import { expect, it } from "vitest";
import { errorText } from "./error-text.ts";

it.each([
  [
    "■ exceeded retry limit, last status: 429 Too Many Requests",
    "exceeded retry limit, last status: 429 Too Many Requests",
  ],
  ['■ {"error":{"type":"mock_error","code":"mock","message":"mock error 400"}}', "mock error 400"],
  ['{"error":{"message":"the \\"model\\" is\\nunknown","type":"x"}}', 'the "model" is unknown'],
  ['{"message": "cut at the end of the ro', "cut at the end of the ro"],
  ['{"code": 7}', '{"code": 7}'],
  ["status 401", "status 401"],
  ["", ""],
])("[AD15] an error is told in words: %s", (text, words) => {
  expect(errorText(text)).toBe(words);
});
