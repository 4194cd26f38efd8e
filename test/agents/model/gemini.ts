import { beginEvents, LITTLE, type Spent, sendJson, textsOf, type Wire } from "./wire.ts";

interface Request {
  contents?: { role?: string; parts?: Part[] }[];
  tools?: { functionDeclarations?: unknown[] }[];
  generationConfig?: { responseMimeType?: string };
}

interface Part {
  text?: string;
  functionResponse?: { id?: string; response?: unknown };
}

const STATUS: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

/** Side questions that want JSON: who speaks next, which model to take. */
const SIDE_ANSWER = {
  reasoning: "scripted",
  next_speaker: "user",
  model_choice: "flash",
  complexity_reasoning: "scripted",
  complexity_score: 1,
};

/** Gemini's generateContent and streamGenerateContent. */
export const GEMINI: Wire = {
  path: /:(streamGenerateContent|generateContent|countTokens)$/,
  trivia: (url, body) => {
    if (url.endsWith(":countTokens")) return { totalTokens: 10 };
    const wantsJson = (body as Request).generationConfig?.responseMimeType === "application/json";
    return wantsJson ? answerOf([{ text: JSON.stringify(SIDE_ANSWER) }], true, LITTLE) : null;
  },
  read: (body) => {
    const { contents = [], tools = [] } = body as Request;
    const parts = contents.at(-1)?.parts ?? [];
    // it puts the name of the tool before our id
    const results = parts.flatMap(({ functionResponse: { id, response } = {} }) =>
      id === undefined ? [] : [{ id: id.replace(/^.*__/, ""), text: JSON.stringify(response) }],
    );
    return { said: textsOf(parts), results, tools: tools.flatMap((each) => each.functionDeclarations ?? []).length };
  },
  refuse: (response, status) =>
    sendJson(response, status, {
      error: { code: status, message: `scripted ${status}`, status: STATUS[status] ?? "INTERNAL" },
    }),
  limit: (response) => {
    const violations = [
      {
        quotaMetric: "generativelanguage.googleapis.com/generate_content_free_tier_requests",
        quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier",
        quotaValue: "250",
      },
    ];
    const details = [{ "@type": "type.googleapis.com/google.rpc.QuotaFailure", violations }];
    const message = "You exceeded your current quota, please check your plan and billing details.";
    sendJson(response, 429, { error: { code: 429, message, status: "RESOURCE_EXHAUSTED", details } });
  },
  answer: (response, _body, url, spent) => {
    const isStream = url.endsWith(":streamGenerateContent");
    const whole: object[] = [];
    if (isStream) beginEvents(response);
    const send = (parts: object[], isLast: boolean) =>
      response.write(`data: ${JSON.stringify(answerOf(parts, isLast, spent))}\r\n\r\n`);
    const add = (part: object) => {
      if (isStream) send([part], false);
      else whole.push(part);
    };
    return {
      text: (text) => add({ text }),
      call: (id, { name, args }) => add({ functionCall: { id, name, args } }),
      end: () => {
        if (!isStream) return sendJson(response, 200, answerOf(whole, true, spent));
        send([{ text: "" }], true);
        response.end();
      },
    };
  },
};

/** Thoughts are no part of what it counts as written. */
function answerOf(parts: object[], isLast: boolean, { prompt, cached, written, reasoning }: Spent): object {
  const candidate = { index: 0, content: { role: "model", parts }, ...(isLast && { finishReason: "STOP" }) };
  const usageMetadata = {
    promptTokenCount: prompt,
    cachedContentTokenCount: cached,
    candidatesTokenCount: written - reasoning,
    thoughtsTokenCount: reasoning,
    totalTokenCount: prompt + written,
  };
  return { candidates: [candidate], usageMetadata };
}
