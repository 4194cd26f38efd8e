# Prints how much is not committed in "$1": git's own count of files and lines, then the number of untracked names.
# Prints "-" instead where there is no repository, no git, or a filter that the repository's own settings name: git
# would run it, and an agent may have written them. No hook, monitor, external diff, lock or transport is used; it comes
# after safe-git.ts, which has $safe.

none() {
  echo 'git-changes -'
  exit 0
}

exec 2>/dev/null
cd "$1" || none
ours() {
  git $safe -c diff.relative=false "$@"
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
