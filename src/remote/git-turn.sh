# What a turn of an agent changed in the working tree that "$directory" is in, and its undo. A snapshot is a commit under
# refs/agtmux/: the tree of all files that git does not ignore (`work`), the index as it was (`index`), and where HEAD
# was (`head`). It is made with a copy of the index: no hook, monitor, lock or ref of the user's is touched.
# Prints "name value" lines. Exit codes: 3 gone, 4 no git, 5 no repository, 6 a filter of the repository's own, 7 too large,
# 8 git failed, 17 it took too long, 9 the tree has changed, 10 another operation is in progress, 11 no such snapshot, 12 the index is locked.

LC_ALL=C
GIT_OPTIONAL_LOCKS=0
GIT_ALLOW_PROTOCOL=none
GIT_NO_LAZY_FETCH=1
GIT_TERMINAL_PROMPT=0
export LC_ALL GIT_OPTIONAL_LOCKS GIT_ALLOW_PROTOCOL GIT_NO_LAZY_FETCH GIT_TERMINAL_PROMPT
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES

# Programs that may take long are ended after $most_s seconds: whoever waits for a snapshot then has gone, and they would
# work on.
bound=
if [ -n "$most_s" ]; then
  if command -v timeout >/dev/null 2>&1; then
    bound="timeout $most_s"
  elif command -v perl >/dev/null 2>&1; then
    bound="perl -e alarm(shift);exec(@ARGV) $most_s"
  fi
fi

ours() {
  $bound git -c core.fsmonitor=false -c core.untrackedCache=false -c core.splitIndex=false -c core.hooksPath=/dev/null \
    -c core.safecrlf=false -c core.quotePath=true -c core.logAllRefUpdates=false -c submodule.recurse=false \
    -c diff.ignoreSubmodules=none -c gc.auto=0 -c advice.addEmbeddedRepo=false --no-pager "$@" </dev/null
}

fed() {
  git -c core.hooksPath=/dev/null -c core.logAllRefUpdates=false "$@"
}

begin() {
  find_git
  filters=$(ours config --show-scope --name-only --get-regexp '^filter\..*\.(clean|smudge|process)$')
  # 1 is git's code for none; an older git does not know the scope
  [ $? -le 1 ] || exit 6
  case $filters in *local* | *worktree*) exit 6 ;; esac
  enter
}

find_git() {
  cd "$directory" 2>/dev/null || exit 3
  command -v git >/dev/null 2>&1 || exit 4
  [ "$(ours rev-parse --is-inside-work-tree 2>/dev/null)" = true ] || exit 5
}

enter() {
  top=$(ours rev-parse --show-toplevel && echo x) && top=${top%?x} && cd "$top" || exit 3
  gitdir=$(ours rev-parse --absolute-git-dir && echo x) && gitdir=${gitdir%?x} || exit 8
  key=$(printf %s "$top" | fed hash-object --stdin | cut -c1-16) || exit 8
  kept=$home/snapshots/$key
  (umask 077 && mkdir -p "$kept") || exit 8
  # where the refs are, for whoever removes them
  [ -s "$kept/of" ] || (cd "$(ours rev-parse --git-common-dir)" && printf %s "$(pwd -P)" >"$kept/of") || exit 8
  # left by one that was killed
  find "$kept" -name 'work.*' -mmin +10 -exec rm -rf {} + 2>/dev/null
  work=$(mktemp -d "$kept/work.XXXXXX") || exit 8
  trap 'rm -rf "$work"' EXIT
  trap 'exit 8' HUP INT TERM
}

# The tree of all files as they are now, by an index of our own. The last one is used again while the user's index is the
# same: it knows the files that were hashed for it.
tree_now() {
  index=$gitdir/index
  [ -f "$index" ] && cp -p "$index" "$work/original" || : >"$work/original"
  sum=$(cksum <"$work/original")
  if [ -f "$kept/index" ] && [ "$(cat "$kept/index.of" 2>/dev/null)" = "$sum" ]; then
    cp -p "$kept/index" "$work/index" || exit 8
  elif [ -s "$work/original" ]; then
    cp -p "$work/original" "$work/index" || exit 8
  fi
  if [ -n "$most_kb" ] && [ "$(GIT_INDEX_FILE=$work/index ours ls-files -o --exclude-standard | head -c 1)" ]; then
    new=$(GIT_INDEX_FILE=$work/index ours ls-files -o --exclude-standard -z | $bound xargs -0 du -ck 2>/dev/null |
      awk '$2 == "total" { kb += $1 } END { printf "%d", kb }')
    [ "$new" -le "$most_kb" ] || exit 7
  fi
  GIT_INDEX_FILE=$work/index ours add -A --ignore-errors . >/dev/null 2>"$work/errors"
  # ended by the bound; other codes are about files that cannot be read
  [ $? -lt 124 ] || exit 17
  tree=$(GIT_INDEX_FILE=$work/index ours write-tree 2>>"$work/errors") || {
    cat "$work/errors" >&2
    exit 8
  }
}

keep_index() {
  cp -p "$work/index" "$work/kept" && mv "$work/kept" "$kept/index" && printf '%s\n' "$sum" >"$kept/index.of"
}

# Where HEAD is, and which operations are in progress.
head_now() {
  head=$(ours rev-parse -q --verify HEAD || echo none)
  branch=$(ours symbolic-ref -q HEAD || echo detached)
  doing=
  for operation in MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD rebase-merge rebase-apply BISECT_LOG; do
    [ -e "$gitdir/$operation" ] && doing="$doing $operation"
  done
}

# Makes the snapshot $commit of $tree, the index and HEAD, under the name $1.
snapshot() {
  head_now
  blob=$(ours hash-object -w --no-filters -- "$work/original") &&
    about=$(printf 'head %s\nbranch %s\ndoing%s\n' "$head" "$branch" "$doing" | fed hash-object -w --stdin) &&
    whole=$(printf '100644 blob %s\thead\n100644 blob %s\tindex\n040000 tree %s\twork\n' "$about" "$blob" "$tree" |
      fed mktree) || exit 8
  last=$(ours rev-parse -q --verify "refs/agtmux/$key/last^{commit}")
  if [ -n "$last" ] && [ "$(ours rev-parse "$last^{tree}")" = "$whole" ]; then
    commit=$last
  else
    commit=$(GIT_AUTHOR_NAME=agtmux GIT_AUTHOR_EMAIL=agtmux@localhost GIT_COMMITTER_NAME=agtmux \
      GIT_COMMITTER_EMAIL=agtmux@localhost ours commit-tree "$whole" $([ "$head" = none ] || echo -p "$head") \
      -m "agtmux: a snapshot of the working tree") || exit 8
  fi
  ours update-ref "refs/agtmux/$key/last" "$commit" && ours update-ref "refs/agtmux/$key/$1" "$commit" || exit 8
}

# Only the newest are kept.
prune() {
  ours for-each-ref --sort=-refname --format='%(refname)' "refs/agtmux/$key/$1*" | tail -n +"$((most + 1))" |
    while read -r old; do ours update-ref -d "$old"; done
}

take() {
  begin
  tree_now
  snapshot "t$name"
  keep_index
  prune t
  printf 'commit %s\ntree %s\nhead %s\n' "$commit" "$tree" "$head"
}

# Names the files as they are now, without keeping them.
tell_tree() {
  begin
  tree_now
  keep_index
  printf 'tree %s\n' "$tree"
}

# $commit is one of ours, for this working tree.
require_snapshot() {
  was=$(ours rev-parse -q --verify "$commit:work") && about=$(ours cat-file blob "$commit:head") || exit 11
  was_head=$(printf '%s\n' "$about" | sed -n 's/^head //p')
  was_branch=$(printf '%s\n' "$about" | sed -n 's/^branch //p')
  was_doing=$(printf '%s\n' "$about" | sed -n 's/^doing//p')
}

# What lies between the two trees: files, then the diff.
show_diff() {
  ours diff --no-ext-diff --no-textconv --no-color --submodule=short --numstat "$1" "$2"
  printf '\036\036'
  ours diff --no-ext-diff --no-textconv --no-color --submodule=short "$1" "$2" | head -c "$most"
}

diff_turn() {
  begin
  tree_now
  require_snapshot
  show_diff "$was" "$tree"
}

diff_base() {
  begin
  tree_now
  head=$(ours rev-parse -q --verify HEAD) || exit 11
  for base in "@{upstream}" refs/remotes/origin/HEAD refs/heads/main refs/heads/master; do
    from=$(ours merge-base "$base" HEAD 2>/dev/null) && break
    from=
  done
  [ -n "$from" ] || exit 11
  show_diff "$from" "$tree"
}

# What an undo would do, and what names the present tree, without which it is not done.
preview() {
  begin
  tree_now
  require_snapshot
  head_now
  printf 'now %s\nhead %s\nwas %s\nbranch %s\n' "$tree" "$head" "$was_head" "$branch"
  [ "$doing" = "$was_doing" ] && [ "$branch" = "$was_branch" ] || echo 'blocked yes'
  [ "$head" = "$was_head" ] || [ "$was_head" = none ] ||
    ours log --format='commit %h %s' -n 50 "$was_head..$head" | cut -c1-200
  ours diff --no-ext-diff --no-renames --name-status "$tree" "$was" | head -n 500 | sed 's/^/file /'
}

undo() {
  begin
  tree_now
  require_snapshot
  head_now
  [ "$tree" = "$now" ] || exit 9
  [ "$doing" = "$was_doing" ] && [ "$branch" = "$was_branch" ] || exit 10
  restored=$commit
  # as it is now, so that the undo can be undone
  snapshot "u$name"
  prune u
  put_back
  if [ "$move_head" = yes ] && [ "$was_head" != none ] && [ "$head" != "$was_head" ]; then
    ours update-ref -m "agtmux: undo of a turn" HEAD "$was_head" "$head" || exit 8
  fi
  printf 'undone %s\n' "$commit"
}

# Makes the files, which are $tree now, $was, and the index that of the snapshot $restored.
put_back() {
  lock=$gitdir/index.lock
  (set -C && : >"$lock") 2>/dev/null || exit 12
  trap 'rm -rf "$work" "$lock"' EXIT
  # refuses, before it changes anything, if a file is no longer as it was just read
  GIT_INDEX_FILE=$work/index ours read-tree -m -u "$tree" "$was" 2>"$work/errors" || {
    cat "$work/errors" >&2
    exit 9
  }
  ours cat-file blob "$restored:index" >"$lock" || exit 8
  # older than all files, so that git reads those that it takes for unchanged by their time
  touch -t 197001020000 "$lock"
  if [ -s "$lock" ]; then mv "$lock" "$gitdir/index"; else rm -f "$gitdir/index" "$lock"; fi
  # the next lock is somebody else's
  trap 'rm -rf "$work"' EXIT
}
