import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactText } from "./redact-text.ts";

describe("redactText", () => {
  it.each([
    ["an OpenAI key", "use sk-proj-abcDEF123456_ghi now", "use [redacted] now"],
    ["an Anthropic key", "sk-ant-api03-AbCdEf0123456789-xyz", "[redacted]"],
    ["a Google key", "k AIzaSyA1234567890abcdefghijklmnopqrstuv.", "k [redacted]."],
    ["GitHub tokens", "ghp_abcdefghij0123456789 gho_abcdefghij0123456789", "[redacted] [redacted]"],
    ["a GitHub fine-grained token", "github_pat_11ABCDEFG0abcdefghij_xyz", "[redacted]"],
    ["Slack tokens", "xoxb-123456789-abc xoxa-2-123456 xoxp-1234567-8", "[redacted] [redacted] [redacted]"],
    ["an AWS key id", "AKIAIOSFODNN7EXAMPLE", "[redacted]"],
    [
      "a JWT",
      "got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P today",
      "got [redacted] today",
    ],
  ])("[RD1] %s goes, wherever it stands", (_, text, clean) => {
    expect(redactText(text)).toBe(clean);
  });

  it.each([
    ["Authorization: Bearer abc.def-ghi", "Authorization: [redacted]"],
    [`curl -H "Authorization: Basic dXNlcjpwYXNz" https://x`, `curl -H "Authorization: [redacted]" https://x`],
    [`{"authorization":"token abc123"}`, `{"authorization":"[redacted]"}`],
    ["sent Bearer abcdefgh12345 to it", "sent Bearer [redacted] to it"],
    ["Basic dXNlcjpwYXNz", "Basic [redacted]"],
    ["Cookie: sid=abc; theme=dark\nHost: x", "Cookie: [redacted]\nHost: x"],
    ["set-cookie: sid=abc; HttpOnly", "set-cookie: [redacted]"],
  ])("[RD2] credentials of HTTP go: %s", (text, clean) => {
    expect(redactText(text)).toBe(clean);
  });

  it.each([
    ["password=hunter2 next", "password=[redacted] next"],
    ["DB_PASSWORD: hunter2", "DB_PASSWORD: [redacted]"],
    ["export AWS_SECRET_ACCESS_KEY=wJalr/XUtn+FEMI=", "export AWS_SECRET_ACCESS_KEY=[redacted]"],
    ["aws_secret_access_key = abc/def", "aws_secret_access_key = [redacted]"],
    ["GITHUB_TOKEN='a b c' make", "GITHUB_TOKEN='[redacted]' make"],
    [`{"apiKey": "abc \\"def\\" ghi", "n": 1}`, `{"apiKey": "[redacted]", "n": 1}`],
    [`"{\\"client_secret\\":\\"xyz\\",\\"n\\":1}"`, `"{\\"client_secret\\":\\"[redacted]\\",\\"n\\":1}"`],
    ["mysql --password hunter2 -h db", "mysql --password [redacted] -h db"],
    ["run --api-key=abc --verbose", "run --api-key=[redacted] --verbose"],
    ["curl -u admin:hunter2 https://x", "curl -u [redacted] https://x"],
    ["https://x/?access_token=abc&page=2", "https://x/?access_token=[redacted]&page=2"],
    [`{"command": "PASSWORD=hunter2 ./run", "n": 1}`, `{"command": "PASSWORD=[redacted] ./run", "n": 1}`],
    [`note: password: "a, b"`, `note: password: "[redacted]"`],
    ["x-api-key: abc", "x-api-key: [redacted]"],
  ])("[RD3] assignments to secret names go: %s", (text, clean) => {
    expect(redactText(text)).toBe(clean);
  });

  it("[RD4] a private key goes as a block, also when its end is cut off", () => {
    const block = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\naC1rZXk=\n-----END OPENSSH PRIVATE KEY-----";
    expect(redactText(`before\n${block}\nafter`)).toBe("before\n[redacted]\nafter");
    expect(redactText("-----BEGIN RSA PRIVATE KEY-----\\nMIIE")).toBe("[redacted]");
    expect(redactText("-----BEGIN PUBLIC KEY-----\nMIIB")).toBe("-----BEGIN PUBLIC KEY-----\nMIIB");
  });

  it("[RD5] the login in a URL goes, the host stays", () => {
    expect(redactText("git clone https://me:p@ss@github.com/a/b")).toBe("git clone https://[redacted]@github.com/a/b");
    expect(redactText("redis://:pw@cache:6379/0")).toBe("redis://[redacted]@cache:6379/0");
    expect(redactText("ssh://git@host:22/a http://localhost:3000/x@y")).toBe(
      "ssh://git@host:22/a http://localhost:3000/x@y",
    );
  });

  it.each([
    "input_tokens: 12, output_tokens: 7, tokenCount: 19, token_usage: 38%",
    `{"tokens": 12, "max_tokens": 4096, "total_token": 3}`,
    "a basic understanding of bearer tokens",
    "Should I use the risk-based approach? 3 tests pass: yes",
    "token_type: bearer\nprimary_key: id, author: me, keyboard: us",
    "docker run -u 1000:1000 image",
    `password: null, "secret": "", token: false`,
    "12:30:45 commit 3f2a9c1e8b7d6a5f4e3d2c1b0a9f8e7d6c5b4a39",
  ])("[RD6] innocent words stay: %s", (text) => {
    expect(redactText(text)).toBe(text);
  });

  it("[RD7] redacting twice changes nothing more", () => {
    const fragments = fc.constantFrom(
      "password=",
      "token: ",
      '"',
      "'",
      "\\",
      "Bearer ",
      "sk-ant-abcdefghijkl",
      "://u:p@h",
      "Cookie: ",
      "--token ",
      " ",
      "\n",
      "=",
      "x",
      "[redacted]",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(fragments, fc.string()), { maxLength: 12 }), (parts) => {
        const once = redactText(parts.join(""));
        expect(redactText(once)).toBe(once);
      }),
    );
  });

  it.each([
    `password="`,
    "password=",
    "sk-",
    "eyJ",
    "eyJaaaaaa.",
    "Bearer ",
    "Basic aA",
    "Cookie: ",
    "-----BEGIN PRIVATE KEY-----",
  ])("[RD8] one run of 30 MB after %s neither throws nor stays whole", (start) => {
    expect(redactText(start + "a".repeat(30_000_000)).length).toBeLessThan(1_100_000);
  });

  it.each([
    ["letters", "a"],
    ["dashed words", "a-"],
    ["dotted words", "a."],
    ["half tokens", "eyJaaaaaa-"],
    ["half keys", "sk-"],
    ["open quotes", 'password="'],
    ["mixed open quotes", `password="x token='`],
    ["escapes", "password=\\"],
    ["half URLs", "://a:"],
    ["half blocks", "-----BEGIN PRIVATE KEY"],
    ["whole beginnings", "-----BEGIN PRIVATE KEY-----"],
    ["schemes", "Basic aaaa "],
    ["headers", "authorization: cookie: "],
    ["blanks", "token    "],
    ["options", "--token --"],
    ["names", "password"],
    ["assignments", "a_token=b "],
    ["JSON", `{"name":"value","text":"some words: here"},`],
  ])("[RD8] a megabyte of %s takes linear time", (_, unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    redactText(text.slice(0, 50_000));
    const half = milliseconds(() => redactText(text.slice(0, 500_000)));
    const whole = milliseconds(() => redactText(text));
    expect(whole).toBeLessThan(Math.max(8 * half, 1500));
  });
});

function milliseconds(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
