/**
 * The beginning of every sh script that only looks at a repository with git, or does something there by itself. An agent may
 * have written the repository's settings, so git must run no program that they name: no monitor, hook or check of
 * signatures, and no transport, by which git would fetch objects that are missing. Each call is `git $safe …`; a diff also
 * needs `--no-ext-diff --no-textconv`. Filters are not among it: whoever must not run them looks for them first.
 */
export const SAFE_GIT = `LC_ALL=C
GIT_OPTIONAL_LOCKS=0
GIT_ALLOW_PROTOCOL=none
GIT_NO_LAZY_FETCH=1
GIT_TERMINAL_PROMPT=0
export LC_ALL GIT_OPTIONAL_LOCKS GIT_ALLOW_PROTOCOL GIT_NO_LAZY_FETCH GIT_TERMINAL_PROMPT
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
safe='-c core.fsmonitor=false -c core.hooksPath=/dev/null -c log.showSignature=false --no-pager'
`;
