# Finishes the work in the working tree that "$directory" is in: commits it, brings it into its base, pushes it; and takes
# that back. It comes after git-turn.sh, whose functions and exit codes it uses. What the user asked for is done by git as
# the user runs it, so hooks, signing and filters apply; looking is done without them.
# More exit codes: 13 conflicts, with "conflict name" lines; 14 a step failed, and everything is as it was; 15 not possible
# here, with the reason on standard error; 16 somebody has moved on since.

# A program as the user runs it, except that it cannot ask; what it says is kept in a file.
theirs() {
  (
    unset GIT_ALLOW_PROTOCOL GIT_NO_LAZY_FETCH GIT_OPTIONAL_LOCKS LC_ALL GIT_OBJECT_DIRECTORY
    [ -z "$their_locale" ] || export LC_ALL="$their_locale"
    export GIT_EDITOR=: GIT_SEQUENCE_EDITOR=: GIT_MERGE_AUTOEDIT=no GH_PROMPT_DISABLED=1 NO_COLOR=1
    "$@"
  ) </dev/null >"$work/said" 2>&1
}

refuse() {
  printf '%s\n' "$1" >&2
  exit 15
}

# The working tree, its branch, the base, the remote, and the tree that a commit would have ($planned).
survey() {
  find_git
  enter
  # its next line would be read as something else that is told of the work
  case $top in *"
"*) refuse "the path of that working tree has a line break" ;; esac
  tree_now
  head_now
  own=${branch#refs/heads/}
  case $block in "$top"/?*) block=${block#"$top"/} ;; *) block= ;; esac
  leave_out_block "$work/index"
  planned=$(GIT_INDEX_FILE=$work/index ours write-tree) || exit 8
  if [ "$head" = none ]; then head_tree=$(ours hash-object -t tree /dev/null); else head_tree=$(ours rev-parse "HEAD^{tree}"); fi
  find_base
  case $how in merge | rebase | squash) pushed=$base ;; *) pushed=$own ;; esac
  remote=$(remote_of "$pushed")
  case $base$remote in *"
"*) refuse "a branch or a remote in the settings of that repository has a line break" ;; esac
  find_tool
}

# Our own instructions in the file "$block" are no part of the work: in the index $1 it is without them.
leave_out_block() {
  [ -n "$block" ] || return 0
  entry=$(GIT_LITERAL_PATHSPECS=1 GIT_INDEX_FILE=$1 ours ls-files -s -- "$block")
  [ -n "$entry" ] || return 0
  blob=$(
    # the user's index needs it in the user's repository
    [ "$1" != "$gitdir/index" ] || unset GIT_OBJECT_DIRECTORY
    printf %s "$without" | fed hash-object -w --path="$block" --stdin
  ) && GIT_INDEX_FILE=$1 ours update-index --cacheinfo "${entry%% *},$blob,$block" || exit 8
}

find_base() {
  base=$onto
  if [ -z "$base" ] && [ "$(ours config "branch.$own.remote")" = . ]; then
    base=$(ours config "branch.$own.merge")
    base=${base#refs/heads/}
  fi
  if [ -z "$base" ]; then
    default=$(ours symbolic-ref -q refs/remotes/origin/HEAD)
    for each in "${default#refs/remotes/origin/}" main master; do
      [ -n "$each" ] && ours rev-parse -q --verify "refs/heads/$each" >/dev/null && base=$each && break
    done
  fi
  base_tip=$(ours rev-parse -q --verify "refs/heads/$base^{commit}") || base_tip=none
  base_at=$(ours worktree list --porcelain |
    awk -v wanted="branch refs/heads/$base" '/^worktree / { path = substr($0, 10) } $0 == wanted { print path; exit }')
  # behind a line break, the path of a worktree may say that the base is in another repository
  [ -d "$base_at" ] && [ "$(common_dir "$base_at")" = "$(common_dir "$top")" ] || base_at=
}

common_dir() {
  cd "$1" && cd "$(ours rev-parse --git-common-dir)" && pwd -P
}

# Where the branch $1 is pushed to.
remote_of() {
  for key in "branch.$1.pushRemote" remote.pushDefault "branch.$1.remote"; do
    found=$(ours config "$key") && [ "$found" != . ] && printf %s "$found" && return
  done
  all=$(ours remote)
  case "
$all
" in *"
origin
"*) all=origin ;; esac
  printf %s "$all" | head -n 1
}

find_tool() {
  tool=none
  case $(ours config "remote.$remote.url") in *gitlab*) first=glab second=gh ;; *) first=gh second=glab ;; esac
  for each in $second $first; do command -v $each >/dev/null 2>&1 && tool=$each; done
}

# What would conflict if the work came into the base. $foreseen is no if git cannot tell without changing something.
foresee() {
  foreseen=no
  conflicts=
  candidate=$head
  [ "$planned" = "$head_tree" ] ||
    candidate=$(GIT_AUTHOR_NAME=agtmux GIT_AUTHOR_EMAIL=agtmux@localhost GIT_COMMITTER_NAME=agtmux \
      GIT_COMMITTER_EMAIL=agtmux@localhost ours commit-tree "$planned" -p "$head" -m foreseen) || exit 8
  # git would run drivers that the repository's own settings name
  drivers=$(ours config --show-scope --name-only --get-regexp '^merge\..*\.driver$')
  [ $? -le 1 ] || return
  case $drivers in *local* | *worktree*) return ;; esac
  merged=$(ours merge-tree --write-tree --name-only --no-messages "$base_tip" "$candidate" 2>/dev/null)
  case $? in
    0) foreseen=yes ;;
    1) foreseen=yes conflicts=$(printf '%s\n' "$merged" | tail -n +2) ;;
  esac
}

# The base must be one that can take the work; $how says in which way.
require_base() {
  [ -n "$base" ] || refuse "no base is known: name the branch with --onto"
  [ "$base" != "$own" ] || refuse "$own is the base itself: there is nothing to bring into it"
  [ "$how" != pull_request ] || return 0
  [ "$base_tip" != none ] || refuse "there is no branch $base here"
  [ "$head" != none ] || refuse "there is no commit yet"
  behind=no
  ours merge-base --is-ancestor "$base_tip" "$head" || behind=yes
  [ "$how" = merge ] || [ -z "$block" ] || [ "$tree" = "$planned" ] ||
    { [ "$how" = squash ] && [ "$behind" = no ]; } ||
    refuse "$block has instructions of agtmux in it, so git does not rebase: merge instead"
  [ "$how" != squash ] || require_squash
  foresee
  if [ -n "$conflicts" ]; then
    printf '%s\n' "$conflicts" | sed 's/^/conflict /'
    exit 13
  fi
  [ -n "$base_at" ] || return 0
  other=$(cd "$base_at" && ours rev-parse --absolute-git-dir) || exit 8
  for operation in MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD rebase-merge rebase-apply; do
    [ ! -e "$other/$operation" ] || refuse "$base is checked out in $base_at, where a merge or rebase is in progress"
  done
  changed=$(cd "$base_at" && ours diff --no-ext-diff --no-textconv --ignore-submodules=dirty --name-only HEAD)
  if [ -n "$changed" ]; then
    both=$(ours diff --no-ext-diff --no-renames --name-only "$base_tip" "$candidate" | grep -Fx -e "$changed")
    [ -z "$both" ] || refuse "$base is checked out in $base_at, where these files have changes: $(printf %s "$both" | tr '\n' ' ')"
  fi
}

# One commit takes the place of all since $from, where the branch has left the base.
require_squash() {
  from=$(ours merge-base "$base_tip" "$head") || refuse "$own and $base have no commit in common"
  [ "$head" = "$from" ] || [ "$(ours rev-parse "$from^{tree}")" != "$planned" ] ||
    refuse "the commits of $own change nothing together: there is nothing to bring into $base"
}

require_fit() {
  [ "$branch" != detached ] || refuse "HEAD is detached: give the work a branch first (git switch -c NAME)"
  [ -z "$doing" ] || refuse "another operation is in progress there ($(printf %s "${doing# }")): end or abort it first"
  [ ! -e "$gitdir/index.lock" ] || exit 12
  case $how in commit) ;; *) require_base ;; esac
  case $how,$push in
    pull_request,* | *,yes) [ -n "$remote" ] || refuse "no remote is known to push to" ;;
  esac
  [ "$how" != pull_request ] || [ "$tool" != none ] || refuse "neither gh nor glab is installed there"
}

# What finishing would do; "confirm" names what was looked at.
plan_finish() {
  survey
  require_fit
  tell_place
  printf 'confirm %s.%s.%s\n' "$tree" "$head" "$base_tip"
  [ "$head" = none ] || [ "$base_tip" = none ] || printf 'ahead %s\n' "$(ours rev-list --count "$base_tip..$head")"
  [ "$how" = commit ] || [ "$how" = pull_request ] || printf 'foreseen %s\n' "$foreseen"
  ours diff --no-ext-diff --no-renames --name-status "$head_tree" "$planned" | head -n 500 | sed 's/^/file /'
  [ "$how" = squash ] || return 0
  printf 'behind %s\n' "$behind"
  ours log --reverse --no-merges -n 50 --format='subject %s' "$base_tip..$head"
  ours log --no-merges -n 1 --format=%B "$base_tip..$head" | sed 's/^/last /'
}

tell_place() {
  printf 'top %s\nbranch %s\nbase %s\nbase_at %s\nremote %s\ntool %s\n' "$top" "$own" "$base" "$base_at" "$remote" "$tool"
}

do_finish() {
  survey
  [ "$confirm" = "$tree.$head.$base_tip" ] || exit 9
  require_fit
  raw_now
  snapshot "f$name"
  prune f
  restored=$commit first=$head committed=$head after=$head base_after= rebased=no
  if [ "$how" = squash ]; then
    squash_all
  elif [ "$planned" != "$head_tree" ]; then
    commit_all
  fi
  case $how in
    rebase | squash)
      rebase_onto_base
      move_base --ff-only
      ;;
    merge) move_base ;;
  esac
  tell_place
  printf 'snapshot %s\nfirst %s\ncommitted %s\nafter %s\nbase_before %s\nbase_after %s\nrebased %s\n' \
    "$restored" "$first" "$committed" "$after" "$base_tip" "$base_after" "$rebased"
  case $how,$push in
    pull_request,*)
      push_branch
      open_pull_request
      ;;
    *,yes) push_branch ;;
  esac
  exit 0
}

commit_all() {
  printf '%s\n' "$message" >"$work/message"
  theirs git add -A -- . && leave_out_block "$gitdir/index" && theirs git commit -F "$work/message" || give_up 14
  committed=$(ours rev-parse HEAD)
  after=$committed
  printf 'done commit %s\n' "$after"
}

# The commits and all changes become one commit, whose files are those that are there.
squash_all() {
  printf '%s\n' "$message" >"$work/message"
  theirs git add -A -- . && leave_out_block "$gitdir/index" && theirs git reset -q --soft "$from" &&
    theirs git commit -F "$work/message" || give_up 14
  committed=$(ours rev-parse HEAD)
  after=$committed
  printf 'done squash %s\n' "$after"
}

rebase_onto_base() {
  ! ours merge-base --is-ancestor "$base_tip" HEAD || return 0
  if ! theirs git -c rebase.updateRefs=false -c rebase.autoStash=false rebase "$base_tip"; then
    code=14
    unmerged . && code=13
    cp "$work/said" "$work/first"
    theirs git rebase --abort
    cp "$work/first" "$work/said"
    give_up $code
  fi
  rebased=yes
  after=$(ours rev-parse HEAD)
  printf 'done rebase %s\n' "$after"
}

# Brings the branch into the base, in the working tree in which the base is checked out, or in one of our own.
move_base() {
  if [ -z "$base_at" ] && ours merge-base --is-ancestor "$base_tip" "$after" &&
    [ "$(ours config --get merge.ff)" != false ]; then
    theirs git update-ref -m "agtmux: finish" "refs/heads/$base" "$after" "$base_tip" || give_up 14
    base_after=$after
  elif [ -n "$base_at" ]; then
    merge_in "$base_at" "$@"
  else
    trap 'rm -rf "$work"; ours worktree prune' EXIT
    ours worktree add -q --detach "$work/base" "$base_tip" >"$work/said" 2>&1 || give_up 14
    merge_in "$work/base" -m "Merge branch '$own' into $base" "$@"
    theirs git update-ref -m "agtmux: finish" "refs/heads/$base" "$base_after" "$base_tip" || give_up 14
    ours worktree remove --force "$work/base"
  fi
  printf 'done merge %s\n' "$base_after"
}

merge_in() {
  into=$1
  shift
  if ! theirs git -C "$into" merge --no-edit "$@" "refs/heads/$own"; then
    code=14
    unmerged "$into" && code=13
    cp "$work/said" "$work/first"
    theirs git -C "$into" merge --abort
    cp "$work/first" "$work/said"
    give_up $code
  fi
  base_after=$(ours -C "$into" rev-parse HEAD)
}

# Prints the files in $1 that conflict; false if there are none.
unmerged() {
  names=$(ours -C "$1" diff --no-ext-diff --name-only --diff-filter=U)
  [ -n "$names" ] && printf '%s\n' "$names" | sed 's/^/conflict /'
}

push_branch() {
  theirs git push "$remote" "refs/heads/$pushed:refs/heads/$pushed" || failed push
  printf 'done push %s\n' "$pushed"
}

open_pull_request() {
  title=$(printf '%s\n' "$message" | head -n 1)
  body=$(printf '%s\n' "$message" | tail -n +2)
  case $tool in
    gh) theirs gh pr create --head="$own" --base="$base" --title="$title" --body="$body" ;;
    glab) theirs glab mr create --yes --source-branch="$own" --target-branch="$base" --title="$title" --description="$body" ;;
  esac || failed pull_request
  printf 'done pull_request %s\n' "$(grep -o 'https\{0,1\}://[^ ]*' "$work/said" | tail -n 1)"
}

# A step after which the earlier ones stay.
failed() {
  printf 'failed %s\n' "$1"
  tail -n 20 "$work/said" | sed 's/^/said /'
  exit 0
}

# Tells what git said, makes everything as it was, and ends.
give_up() {
  tail -n 20 "$work/said" >&2
  [ ! -d "$work/base" ] || ours worktree remove --force "$work/base"
  was=$(ours rev-parse "$restored:work")
  was_raw=$(ours rev-parse "$restored:raw")
  tree_now
  # files differ only after a rebase; otherwise they are a hook's or somebody else's
  [ "$rebased" = yes ] || was=$tree was_raw=
  put_back
  head_back "$first" "$(ours rev-parse -q --verify HEAD || echo none)"
  exit "$1"
}

# Moves HEAD's branch from $2 to $1.
head_back() {
  [ "$1" != "$2" ] || return 0
  if [ "$1" = none ]; then
    theirs git update-ref -d HEAD "$2"
  else
    theirs git update-ref -m "agtmux: finish taken back" HEAD "$1" "$2"
  fi || exit 8
}

# Takes back what was finished: $commit is the snapshot before it.
undo_finish() {
  find_git
  enter
  tree_now
  require_snapshot
  head_now
  [ "$head" = "$after" ] && [ "$branch" = "$was_branch" ] && [ -z "$doing" ] || exit 16
  if [ "$rebased" = yes ]; then [ "$(ours rev-parse "$after^{tree}")" = "$tree" ] || exit 9; else was=$tree was_raw=; fi
  if [ -n "$base_after" ]; then
    find_base
    [ "$base_tip" = "$base_after" ] || exit 16
    if [ -n "$base_at" ]; then
      theirs git -C "$base_at" reset -q --keep "$base_before"
    else
      theirs git update-ref -m "agtmux: finish taken back" "refs/heads/$base" "$base_before" "$base_after"
    fi || {
      tail -n 20 "$work/said" >&2
      exit 14
    }
  fi
  restored=$commit
  put_back
  head_back "$was_head" "$head"
  printf 'undone %s\n' "$commit"
}
