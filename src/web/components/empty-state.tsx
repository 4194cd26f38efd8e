const WAYS = [
  {
    name: "Write the pane's status file",
    command: 'echo "needs_input Which database?" > "$SCHMUX_STATUS_FILE"',
  },
  {
    name: "Print a marker on a line of its own",
    command: "echo '--<[schmux:needs_input:Which database?]>--'",
  },
  {
    name: "Say it by command",
    command: 'agtmux signal needs_input "Which database?"',
  },
];

export function EmptyState() {
  return (
    <section className="empty">
      <h2>No agent has shown itself yet</h2>
      <p>Whatever runs in a tmux pane can say how it stands. First, in its pane:</p>
      <pre>
        <code>eval "$(agtmux env)"</code>
      </pre>
      <p>Then, in one of three ways:</p>
      <ol>
        {WAYS.map(({ name, command }) => (
          <li key={name}>
            {name}
            <pre>
              <code>{command}</code>
            </pre>
          </li>
        ))}
      </ol>
    </section>
  );
}
