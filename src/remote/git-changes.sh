# Prints how much is not committed in "$1": git's own count of files and lines, then the number of untracked names.
# Prints "-" instead where there is no repository, no git, or a filter that the repository's own settings name: git
# would run it, and an agent may have written them. No hook, monitor, external diff, lock or transport is used.

none() {
  echo 'git-changes -'
  exit 0
}

exec 2>/dev/null
cd "$1" || none
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
export LC_ALL=C GIT_OPTIONAL_LOCKS=0 GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 GIT_TERMINAL_PROMPT=0
ours() {
  git -c core.fsmonitor=false -c core.hooksPath=/dev/null -c diff.relative=false --no-pager "$@"
}

[ "$(ours rev-parse --is-inside-work-tree)" = true ] || none
filters=$(ours config --show-scope --name-only --get-regexp '^filter\..*\.(clean|process)$')
# 1 is git's code for none; an older git does not know the scope
[ $? -le 1 ] || none
case $filters in *local* | *worktree*) none ;; esac
base=$(ours rev-parse -q --verify HEAD) || base=$(ours hash-object -t tree /dev/null) || none
lines=$(ours diff --shortstat --no-ext-diff --no-textconv --no-renames --ignore-submodules=all "$base") || none
# of the whole repository, as the diff is
new=$(ours ls-files --others --exclude-standard --directory --no-empty-directory -- :/ | wc -l)
printf 'git-changes%s\nuntracked %s\n' "$lines" "$new"
