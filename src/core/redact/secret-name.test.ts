import { describe, expect, it } from "vitest";
import { isSecretName } from "./secret-name.ts";

describe("isSecretName", () => {
  it.each([
    ..."password passwd secret token api_key apikey apiKey authorization private_key access_key client_secret credential".split(
      " ",
    ),
    ..."credentials GITHUB_TOKEN secretAccessKey AWSSecretKey DB_PASS dbPassword x-api-key accessToken access_tokens".split(
      " ",
    ),
    ..."passphrase password2 token_value Cookie OPENAI_API_KEY".split(" "),
  ])("[RD3] %s names a secret", (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    ..."token_usage tokens input_tokens tokenCount max_tokens max_token tokenizer token_type".split(" "),
    ..."key primary_key public_key keyboard monkey author pass bypass first_pass passwordless secret_name __proto__".split(
      " ",
    ),
    "x".repeat(1000),
    "",
  ])("[RD6] %s does not", (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});
