import { describe, expect, it } from "vitest";
import type { Question } from "../../core/classify/prompt.ts";
import { AnthropicProvider } from "./anthropic.ts";
import { OpenAiProvider } from "./openai.ts";
import type { Provider, ProviderFailure } from "./provider.ts";
import { cut, type Dialect, type Heard, send, type TestApi, testApi } from "./test-api.ts";

const VERDICT = { state: "waiting_input", confidence: "high", evidence: ["Which one?"], summary: "It asks which one." };
const QUESTION: Question = { system: "Read the screen.", user: "Which one?", schema: { type: "object" } };
const DIALECTS: Dialect[] = ["openai", "anthropic"];

function providerOf(api: TestApi, key: string | null = "k-1"): Provider {
  const address = { url: api.url, model: "m-1", key: () => key };
  return api.dialect === "openai" ? new OpenAiProvider(address) : new AnthropicProvider(address);
}

async function failureOf(asked: Promise<string>): Promise<ProviderFailure> {
  return asked.then(
    (text) => Promise.reject(new Error(`it answered ${text}`)),
    (error: ProviderFailure) => error,
  );
}

const never = new AbortController().signal;

describe.each(DIALECTS)("%s", (dialect) => {
  it("[NK5] asks in the words of its protocol, with the model, the schema and the key", async () => {
    const api = await testApi(dialect);
    api.answers = [api.says(VERDICT)];
    expect(JSON.parse(await providerOf(api).classify(QUESTION, never))).toEqual(VERDICT);
    const [{ body, headers }] = api.heard as [Heard];
    expect(body.model).toBe("m-1");
    expect(JSON.stringify(body)).toContain(JSON.stringify(QUESTION.schema));
    expect(dialect === "openai" ? headers.authorization : headers["x-api-key"]).toBe(
      dialect === "openai" ? "Bearer k-1" : "k-1",
    );
    if (dialect === "openai") expect(body.response_format).toMatchObject({ type: "json_schema" });
    else expect(body.tool_choice).toEqual({ type: "tool", name: "report" });
  });

  it("[NK5] sends no key where none is configured", async () => {
    const api = await testApi(dialect);
    api.answers = [api.says(VERDICT)];
    await providerOf(api, null).classify(QUESTION, never);
    expect(api.heard[0]?.headers).not.toHaveProperty(dialect === "openai" ? "authorization" : "x-api-key");
  });

  it.each([429, 500, 503])("[NK7] %i may be retried, after the time that the server asks for", async (status) => {
    const api = await testApi(dialect);
    api.answers = [(response) => send(response, status, "{}", { "retry-after": "7" })];
    const failure = await failureOf(providerOf(api).classify(QUESTION, never));
    expect([failure.name, failure.isPassing, failure.retryAfterMs]).toEqual(["ProviderFailure", true, 7_000]);
  });

  it("[NK7] a Retry-After date is compared with the server's own clock", async () => {
    const api = await testApi(dialect);
    const date = "Wed, 21 Oct 2015 07:28:00 GMT";
    const later = { date, "retry-after": "Wed, 21 Oct 2015 07:28:09 GMT" };
    api.answers = [(response) => send(response, 429, "{}", later)];
    expect((await failureOf(providerOf(api).classify(QUESTION, never))).retryAfterMs).toBe(9_000);
  });

  it("[NK7] a response that is cut off may be retried", async () => {
    const api = await testApi(dialect);
    api.answers = [cut];
    expect(await failureOf(providerOf(api).classify(QUESTION, never))).toMatchObject({ isPassing: true });
  });

  it("[NK7] an endless response is not read to its end", async () => {
    const api = await testApi(dialect);
    api.answers = [
      (response) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write("x".repeat(65_536)));
        };
        response.on("drain", more);
        more();
      },
    ];
    const failure = await failureOf(providerOf(api).classify(QUESTION, never));
    expect(failure.message).toMatch(/more than \d+ bytes/);
    expect(failure.isPassing).toBe(false);
  });

  it("[NK5] a redirect is not followed: neither screen nor key go anywhere else", async () => {
    const [api, elsewhere] = [await testApi(dialect), await testApi(dialect)];
    elsewhere.answers = [elsewhere.says(VERDICT)];
    for (const status of [301, 307]) {
      api.answers = [(response, { path }) => send(response, status, "", { location: `${elsewhere.url}${path}` })];
      expect((await failureOf(providerOf(api).classify(QUESTION, never))).message).toMatch(
        /redirects are not followed/,
      );
    }
    expect(elsewhere.heard).toEqual([]);
  });

  it("[NK7] reports a refusal in the server's words, and does not ask again", async () => {
    const api = await testApi(dialect);
    api.answers = [(response) => send(response, 401, '{"error":{"message":"k-1 is no valid  key"}}')];
    const failure = await failureOf(providerOf(api).classify(QUESTION, never));
    expect(failure.message).toMatch(/answered 401: \[redacted\] is no valid key$/);
    expect(failure.isPassing).toBe(false);
  });

  it.each(['{"ok":true}', "<html>", "[]", "null"])("[NK6] %s is rejected as a result", async (text) => {
    const api = await testApi(dialect);
    api.answers = [(response) => send(response, 200, text)];
    expect((await failureOf(providerOf(api).classify(QUESTION, never))).message).toMatch(/^the answer is no /);
  });

  it("[NK7] gives up on a server that does not answer", async () => {
    const api = await testApi(dialect);
    api.answers = [() => undefined];
    const leave = new AbortController();
    const asked = providerOf(api).classify(QUESTION, leave.signal);
    leave.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
  });

  it("[NK7] a server that does not listen may be retried", async () => {
    const api = await testApi(dialect);
    api.close();
    expect(await failureOf(providerOf(api).classify(QUESTION, never))).toMatchObject({ isPassing: true });
  });
});

describe("openai", () => {
  it("[NK5] a server that refuses a schema is asked without one, from then on at once", async () => {
    const api = await testApi("openai");
    const plain = api.says(`Here it is:\n${JSON.stringify(VERDICT)}\nAnything else?`);
    api.answers = [
      (response, heard) =>
        heard.body.response_format === undefined
          ? plain(response, heard)
          : send(response, 400, '{"error":{"message":"response_format is not supported"}}'),
    ];
    const provider = providerOf(api);
    for (let times = 0; times < 2; times += 1)
      expect(await provider.classify(QUESTION, never)).toContain(JSON.stringify(VERDICT));
    expect(api.heard.map(({ body }) => body.response_format === undefined)).toEqual([false, true, true]);
    expect(JSON.stringify(api.heard[2]?.body)).toContain("JSON Schema");
  });

  it("[NK5] a refusal of both forms is reported, and both are tried again next time", async () => {
    const api = await testApi("openai");
    api.answers = [(response) => send(response, 400, '{"error":{"message":"no such model"}}')];
    const provider = providerOf(api);
    for (let times = 0; times < 2; times += 1)
      expect((await failureOf(provider.classify(QUESTION, never))).message).toMatch(/400: no such model/);
    expect(api.heard).toHaveLength(4);
  });

  it.each(["", "/", "/v1", "/v1/", "/v1/chat/completions"])("[NK5] the address may end with %j", async (end) => {
    const api = await testApi("openai");
    api.answers = [api.says(VERDICT)];
    const provider = new OpenAiProvider({ url: `${api.url}${end}`, model: "m", key: () => null });
    expect(await provider.classify(QUESTION, never)).toBe(JSON.stringify(VERDICT));
  });
});

describe("anthropic", () => {
  it("[NK6] reads an answer in text if the model does not use the tool", async () => {
    const api = await testApi("anthropic");
    api.answers = [
      (response) => send(response, 200, JSON.stringify({ content: [{ type: "text", text: JSON.stringify(VERDICT) }] })),
    ];
    expect(await providerOf(api).classify(QUESTION, never)).toBe(JSON.stringify(VERDICT));
  });
});
