import { Fault } from "../protocol/base/fault.ts";

/**
 * A connection ref is a name that is looked up elsewhere: an ssh alias, `user@host`, a tmux socket. Anything that could
 * carry a secret is refused, even a host whose alias contains `secret`. The database has the same rules: `plainName` in daemon/store.
 */
export function isConnectionRef(text: string): boolean {
  return (
    [...text].length <= 200 &&
    !UNWANTED_CHARACTERS.test(text) &&
    !text.startsWith("-") && // ssh would read it as an option
    !/:[\s\S]*@/.test(text.replaceAll("://", "")) && // user:password@host
    !SECRET_WORDS.test(text) &&
    !KEY_SHAPES.test(text)
  );
}

const UNWANTED_CHARACTERS = /[\u0000- \u007f-\u00a0"'`=;&|<>(){}$\\?#!*,]/;
const SECRET_WORDS = /password|passwd|passphrase|secret|credential|token:|api[_-]?key|bearer|private[_-]?key/i;
const KEY_SHAPES = /sk-ant-|gh[opsu]_|github_pat_|xox[abp]-|AKIA|AIza|eyJ[\s\S]*\.[\s\S]*\./;

/** The message does not repeat the name, which may be a secret. */
export function requirePlainNames(target: { target_name: string; connection_ref: string; tmux_socket: string }): void {
  const isPlain = isConnectionRef(target.connection_ref) && isConnectionRef(target.tmux_socket);
  if (isPlain) return;
  const words = `the connection of target "${target.target_name}" is not a plain name: give an ssh alias or a tmux socket, never a secret`;
  throw new Fault("E_INVALID_INPUT", words, { target: target.target_name });
}
