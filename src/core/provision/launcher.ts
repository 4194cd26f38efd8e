import { shellAssignments, shellLine } from "./shell-words.ts";

export interface Launched {
  variables: Readonly<Record<string, string>>;
  /** The agent's program and its arguments. */
  argv: readonly string[];
  /** The directory of `agtmux`, for a PATH that lacks it. */
  bin: string;
}

/**
 * A script that a pane runs instead of a shell. Arguments are never typed or split, not even a long prompt with quotes.
 * The agent runs as its own job, as if it had been typed at a prompt, and a shell follows when it ends.
 */
export function launcherText({ variables, argv, bin }: Launched): string {
  const names = Object.keys(variables).join(" ");
  const words = shellLine(argv);
  return `${HEAD}${shellAssignments(variables)}export ${names}\n${shellAssignments({ bin })}set -- ${words}\n${TAIL}`;
}

/** Whether a process with these words runs that script and waits for the agent. */
export function isLauncher([, script = "", word]: readonly string[]): boolean {
  return word === "inside" && script.endsWith("/run");
}

const HEAD = `# agtmux: starts one agent, and leaves a shell in its place
here=\${0%/*}
SHELL=\${SHELL:-/bin/sh}
if [ "$1" != inside ]; then
  AGTMUX_OUTER_PATH=$PATH
  export AGTMUX_OUTER_PATH
  # what people have in their own shell (PATH, keys) their agents have too
  case $here:\${SHELL##*/} in
    *[!A-Za-z0-9/:._+@-]*) ;;
    *:bash | *:zsh | *:ksh | *:mksh | *:fish) exec "$SHELL" -l -i -c "exec sh $here/run inside" ;;
    *:csh | *:tcsh) exec "$SHELL" -c "exec sh $here/run inside" ;;
  esac
  exec sh "$0" inside
fi
`;

const TAIL = `command -v agtmux >/dev/null 2>&1 || PATH=$PATH:$bin
command -v "$1" >/dev/null 2>&1 || PATH=$PATH\${AGTMUX_OUTER_PATH:+:$AGTMUX_OUTER_PATH}
export PATH
unset AGTMUX_OUTER_PATH bin
program=$(command -v "$1")
case $program in */*) ;; *) program= ;; esac
(umask 077 && printf '%s' "$program" >"$here/found.new") && mv "$here/found.new" "$here/found"
# until somebody listens: the first word counts as well
tries=0
while [ -e "$here/wait" ] && [ $tries -lt 300 ]; do
  sleep 0.1 2>/dev/null || sleep 1
  tries=$((tries + 1))
done
[ -n "$program" ] || exit 127
name=\${1##*/}
set -m
"$@"
code=$?
# stopped by Ctrl-Z
while [ $code -gt 128 ] && kill -0 %% 2>/dev/null; do
  echo "agtmux: $name is stopped; leave this shell (exit) to go on with it"
  "$SHELL"
  fg %% >/dev/null
  code=$?
done
set +m
[ $code -eq 0 ] || echo "agtmux: $name ended with code $code"
case \${SHELL##*/} in
  bash | zsh | ksh | mksh | fish | csh | tcsh) exec "$SHELL" -l ;;
  *) exec "$SHELL" ;;
esac
`;
