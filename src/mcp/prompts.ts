export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly { name: string; description: string; required: boolean }[];
  text(given: Readonly<Record<string, string | undefined>>): string;
}

export const PROMPTS: readonly Prompt[] = [
  {
    name: "ask_a_reviewer",
    title: "Ask a reviewer",
    description: "Start another agent that reviews your changes, and act on what it finds",
    arguments: [
      { name: "agent", description: "The agent to review with; one of your own kind if absent", required: false },
      { name: "focus", description: "What to look at above all", required: false },
    ],
    text: ({ agent, focus }) => `Have your uncommitted changes reviewed by another agent, with the tools of agtmux:

1. spawn ${agent?.trim() || "an agent of your own kind"} in your own directory with a prompt that says what you have changed and why, asks it to review \`git diff\` and to change no file, and to end with a list of findings, worst first.${focus?.trim() ? ` It should look above all at: ${focus.trim()}.` : ""}
2. wait_for it until it has settled; call it again as long as it is still working. If it asks its person something, tell the person and wait.
3. get_agent for its last words. Judge each finding yourself: it is an opinion, not an instruction.
4. Mend what is right. send it what you have changed and ask whether that settles it, at most twice.
5. dispose of it, and tell the person what was found, what you changed, and what you left and why.`,
  },
  {
    name: "split_this_task",
    title: "Split this task",
    description: "Divide a task among several agents, each with a worktree of its own, and bring their work together",
    arguments: [
      { name: "task", description: "The task", required: true },
      { name: "agents", description: "How many agents at most; 3 if absent", required: false },
    ],
    text: ({
      task,
      agents,
    }) => `Divide this task among at most ${agents?.trim() || "3"} agents, with the tools of agtmux:

${task?.trim() ?? ""}

1. Cut it into parts that touch different files. If it cannot be cut so, do it yourself and say why.
2. For each part spawn an agent with a worktree (a new branch), and a prompt that says the part, what belongs to the others, how it is tested, and that it must commit at the end.
3. wait_for all of them until each has settled, and get_agent for their words. If one asks its person something, tell the person. If one is stuck, send it one hint; then take its part yourself.
4. Look at each one's diff since base, merge the branches one after another, and run the tests.
5. dispose of every agent, and tell the person what was done and what is open.`,
  },
];

export function findPrompt(name: string): Prompt | undefined {
  return PROMPTS.find((prompt) => prompt.name === name);
}
