/**
 * The instructions about signalling for an agent. The text may be in a file that the same agent also reads when we did not
 * spawn it: hence the first sentence. Its example marker names no state, so that printing it signals nothing.
 */
export const INSTRUCTIONS = `Only where the environment variable SCHMUX_STATUS_FILE is set, a person watches this session from elsewhere. Whenever your state
changes, and last of all before you end your turn, write one line to that file: echo "STATE message" > "$SCHMUX_STATUS_FILE"
STATE is one of: working (you begin, or go on), needs_input (you ask, or need a permission), needs_testing (ready for the person
to try), completed, error (you cannot go on). The message is shorter than 100 characters, without "]"; do not mention it in answers.
Whenever a turn ends, look for a file of the same name in ../inbox beside its folder: it is a message for you; read it, then delete it.
Only if you cannot write that file, print alone on a line, in no code block: --<[schmux:STATE:MESSAGE]>--`;
