import { CommandLine } from "./command-line.tsx";

const WAYS = [
  { name: "Write the pane's status file", command: 'echo "needs_input Which database?" > "$SCHMUX_STATUS_FILE"' },
  { name: "Print a marker on a line of its own", command: "echo '--<[schmux:needs_input:Which database?]>--'" },
  { name: "Report with a command", command: 'agtmux signal needs_input "Which database?"' },
];

/** Shown before the first agent appears: how to get one. */
export function EmptyState() {
  return (
    <div className="teach">
      <h2>No agents yet</h2>
      <p>To see what this page is for, run pretend agents on a tmux server of their own:</p>
      <CommandLine command="agtmux demo" />
      <p>Coding agents in tmux are found automatically. To have them report what they do:</p>
      <CommandLine command="agtmux integrate" />
      <p>Any other program in a tmux pane can report its state. First, in its pane:</p>
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
