import { CommandLine } from "./command-line.tsx";

const WAYS = [
  { name: "Write the pane's status file", command: 'echo "needs_input Which database?" > "$SCHMUX_STATUS_FILE"' },
  { name: "Print a marker on a line of its own", command: "echo '--<[schmux:needs_input:Which database?]>--'" },
  { name: "Say it by command", command: 'agtmux signal needs_input "Which database?"' },
];

/** Nothing to show yet: how to get something. */
export function EmptyState() {
  return (
    <div className="teach">
      <h2>No agent has shown itself yet</h2>
      <p>To see what this page is for, run pretend agents on a tmux server of their own:</p>
      <CommandLine command="agtmux demo" />
      <p>Coding agents that run in tmux are recognised by themselves. Have them tell what happens:</p>
      <CommandLine command="agtmux integrate" />
      <p>Whatever else runs in a tmux pane can say how it stands. First, in its pane:</p>
      <CommandLine command={'eval "$(agtmux env)"'} />
      <p>Then, in one of three ways:</p>
      <ol>
        {WAYS.map(({ name, command }) => (
          <li key={name}>
            {name}
            <CommandLine command={command} />
          </li>
        ))}
      </ol>
    </div>
  );
}
