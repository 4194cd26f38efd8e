/**
 * What an agent is told about signalling. It may stand in a file that the same agent reads when nobody spawned it: hence the
 * first sentence. The marker is shown with words that are no state: whoever prints this text signals nothing.
 */
export const INSTRUCTIONS = `## Status signalling

This applies only where the environment variable SCHMUX_STATUS_FILE is set: then a person watches this session from
elsewhere and relies on you to say how it stands. Say it with your shell tool, by writing one line, a state and a short
message, to the file which that variable names:

    echo "needs_input Which database should I use?" > "$SCHMUX_STATUS_FILE"

States:

- working: you begin, or go on with, a task; this clears what you said before
- needs_input: you need an answer, a decision or a permission from the person; also whenever you ask a question
- needs_testing: what you made is ready for the person to try
- completed: the task that you were given is done
- error: you cannot go on without help

Signal whenever the state changes, and last of all before you end your turn. The message is one line of plain text,
shorter than 100 characters, without "]". Do not mention these signals in your answers.

Only if you cannot run commands, or cannot write that file, print this instead, alone on a line of your answer, with
the state and the message in the place of the capital letters:

    --<[schmux:STATE:MESSAGE]>--`;
