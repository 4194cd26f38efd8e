import type { Language } from "./language.ts";

/** One step of a conversation. */
interface Step {
  at: string;
  id: string;
  session: string;
  directory: string;
  run: string | null;
}

/** How an agent writes its conversation down. */
export interface Format {
  agent: string;
  /** Below the user's home, or agtmux's own. */
  path(session: string, project: number): string;
  /** The file of a sub-agent, if it has one of its own. */
  runPath?(session: string, project: number, run: string): string;
  first?(step: Step): object;
  prompt(step: Step, text: string): object[];
  words(step: Step, text: string): object[];
  tool(step: Step, command: string, output: string): object[];
}

const USAGE = {
  input_tokens: 5,
  cache_creation_input_tokens: 512,
  cache_read_input_tokens: 90_000,
  output_tokens: 444,
};

const CLAUDE: Format = {
  agent: "claude",
  path: (session, project) => `.claude/projects/-src-p${project}/${session}.jsonl`,
  runPath: (session, project, run) => `.claude/projects/-src-p${project}/${session}/subagents/agent-${run}.jsonl`,
  prompt: (step, content) => [{ ...ofClaude(step), type: "user", message: { role: "user", content } }],
  words: (step, text) => [ofClaudesModel(step, { type: "text", text })],
  tool: (step, command, output) => [
    ofClaudesModel(step, { type: "tool_use", id: `toolu_${step.id}`, name: "Bash", input: { command } }),
    {
      ...ofClaude({ ...step, id: `r-${step.id}` }),
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${step.id}`, content: output }] },
      // written a second time, as Claude does
      toolUseResult: { stdout: output, stderr: "", interrupted: false, isImage: false },
    },
  ],
};

function ofClaude({ at, id, session, directory, run }: Step): object {
  const common = { parentUuid: `p-${id}`, isSidechain: run !== null, ...(run !== null && { agentId: run }) };
  return {
    ...common,
    uuid: id,
    timestamp: at,
    cwd: directory,
    sessionId: session,
    version: "2.1.325",
    gitBranch: "main",
  };
}

function ofClaudesModel(step: Step, content: object): object {
  const message = {
    id: `msg_${step.id}`,
    type: "message",
    role: "assistant",
    model: "claude-opus-5-5",
    content: [content],
  };
  return { ...ofClaude(step), type: "assistant", message: { ...message, usage: USAGE } };
}

const CODEX: Format = {
  agent: "codex",
  path: (session, project) =>
    `.codex/sessions/2026/10/${10 + (project % 20)}/rollout-2026-10-01T10-00-00-${session}.jsonl`,
  runPath: (_session, project, run) =>
    `.codex/sessions/2026/10/${10 + (project % 20)}/rollout-2026-10-01T11-00-00-${run}.jsonl`,
  first: ({ at, session, directory }) => ({
    timestamp: at,
    type: "session_meta",
    payload: { id: session, cwd: directory },
  }),
  prompt: (step, text) => ofCodex(step, "UserMessage", text),
  words: (step, text) => ofCodex(step, "AgentMessage", text),
  tool: ({ at, id }, cmd, output) => [
    response(at, { type: "function_call", name: "exec_command", call_id: id, arguments: JSON.stringify({ cmd }) }),
    response(at, { type: "function_call_output", call_id: id, output: `Process exited with code 0\n${output}` }),
    { timestamp: at, type: "event_msg", payload: { type: "token_count", info: { total_token_usage: USAGE } } },
  ],
};

function response(timestamp: string, payload: object): object {
  return { timestamp, type: "response_item", payload };
}

/** Each message is written for the model and for the terminal. */
function ofCodex({ at, id }: Step, type: string, text: string): object[] {
  const message = { type: "message", id: `msg_${id}`, role: type, content: [{ type: "input_text", text }] };
  const item = { type, id, content: [{ type: "text", text }] };
  return [response(at, message), { timestamp: at, type: "event_msg", payload: { type: "item_completed", item } }];
}

const GEMINI: Format = {
  agent: "gemini",
  path: (session, project) => `.gemini/tmp/p${project}/chats/session-${session}.jsonl`,
  runPath: (session, project, run) => `.gemini/tmp/p${project}/chats/${session}/${run}.jsonl`,
  first: ({ at, session }) => ({ sessionId: session, projectHash: "8ad7b170f06d4b94", startTime: at, kind: "main" }),
  prompt: ({ at, id }, text) => [{ id, timestamp: at, type: "user", content: [{ text }] }],
  words: ({ at, id }, content) => [{ id, timestamp: at, type: "gemini", content, thoughts: [], tokens: USAGE }],
  // a message is written again when its tools have ended
  tool: ({ at, id }, command, output) => {
    const message = { id, timestamp: at, type: "gemini", content: "", thoughts: [], tokens: USAGE };
    const result = [{ functionResponse: { id, name: "run_shell_command", response: { output } } }];
    const call = { id, name: "run_shell_command", args: { command }, result, status: "success" };
    return [message, { $set: { lastUpdated: at } }, { ...message, toolCalls: [call] }];
  },
};

const COPILOT: Format = {
  agent: "copilot",
  path: (session) => `.copilot/session-state/${session}/events.jsonl`,
  first: ({ at, session, directory }) =>
    ofCopilot("session.start", at, session, { sessionId: session, context: { cwd: directory } }),
  prompt: ({ at, id }, content) => [ofCopilot("user.message", at, id, { content, transformedContent: content })],
  words: ({ at, id }, content) => [ofCopilot("assistant.message", at, id, { content, toolRequests: [] })],
  tool: ({ at, id }, command, content) => [
    ofCopilot("tool.execution_start", at, id, { toolCallId: id, toolName: "bash", arguments: { command } }),
    ofCopilot("tool.execution_complete", at, `r-${id}`, { toolCallId: id, success: true, result: { content } }),
  ],
};

function ofCopilot(type: string, timestamp: string, id: string, data: object): object {
  return { type, data, id, timestamp, parentId: `p-${id}` };
}

const OPENCODE: Format = {
  agent: "opencode",
  path: (session) => `home/conversations/opencode/${session}.jsonl`,
  prompt: ({ at, id }, text) => [{ timestamp: at, kind: "prompt", id, text }],
  words: ({ at, id }, text) => [{ timestamp: at, kind: "words", id, text }],
  tool: ({ at, id }, command, text) => [
    { timestamp: at, kind: "call", id, tool: "bash", input: { command } },
    { timestamp: at, kind: "result", id, text },
  ],
};

export const FORMATS: readonly Format[] = [CLAUDE, CODEX, GEMINI, COPILOT, OPENCODE];

const TOOLS_PER_TURN = 6;

/** The lines of one turn: a prompt, calls with their results, of which a few are long, and words. */
export function turnIn(format: Format, step: Step, language: Language): object[] {
  const lines = format.prompt(step, language.text(10 + language.random() * 60));
  for (let call = 0; call < TOOLS_PER_TURN * language.random(); call += 1) {
    const of = { ...step, id: `${step.id}-${call}` };
    const length = language.random() < 0.05 ? 2_500 : 20 + 400 * language.random();
    lines.push(...format.tool(of, language.text(12), language.output(length)));
  }
  return [...lines, ...format.words({ ...step, id: `${step.id}-w` }, language.text(20 + language.random() * 180))];
}
