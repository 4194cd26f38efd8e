# What a turn of an agent changed in the working tree that "$directory" is in, and its undo. A snapshot is a commit: the
# tree of all files that git does not ignore (`work`), the same with the bytes that are on the disk, if git stores others
# (`raw`), the index as it was (`index`), and where HEAD was (`head`). It is made with a copy of the index, in a repository
# in our own home that borrows the user's objects: no object, ref, hook, monitor or lock of the user's is touched.
# Prints "name value" lines. Exit codes: 3 gone, 4 no git, 5 no repository, 6 a filter of the repository's own, 7 too large,
# 8 git failed, 17 it took too long, 9 the tree has changed, 10 another operation is in progress, 11 no such snapshot, 12 the index is locked,
# 18 git has removed what the snapshot needs. It comes after safe-git.ts, which has $safe.

looks_at=
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
  $bound git $safe -c core.untrackedCache=false -c core.splitIndex=false -c core.safecrlf=false -c core.quotePath=true \
    -c core.logAllRefUpdates=false -c submodule.recurse=false -c diff.ignoreSubmodules=none -c diff.noprefix=false \
    -c diff.mnemonicPrefix=false -c diff.relative=false -c diff.suppressBlankEmpty=false -c diff.renames=true -c gc.auto=0 \
    -c advice.addEmbeddedRepo=false "$@" </dev/null
}

# In our own repository.
keeper() {
  $bound git $safe --git-dir="$store" -c core.logAllRefUpdates=false -c gc.auto=0 "$@" </dev/null
}

# With the bytes that are on the disk: the attributes of our own repository beat those that the user's has.
unconverted() {
  $bound git $safe --git-dir="$store" --work-tree="$top" -c core.bare=false -c core.autocrlf=false -c core.safecrlf=false \
    -c core.fileMode="$file_mode" "$@"
}

fed() {
  git $safe -c core.logAllRefUpdates=false "$@"
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
  key=$(printf %s "$top" | fed hash-object --stdin | cut -c1-16)
  # git's own code is lost in the pipe; without a name the snapshots of all working trees would be one
  [ -n "$key" ] || exit 8
  kept=$home/snapshots/$key
  (umask 077 && mkdir -p "$kept") || exit 8
  # left by one that was killed
  find "$kept" -name 'work.*' -mmin +10 -exec rm -rf {} + 2>/dev/null
  work=$(mktemp -d "$kept/work.XXXXXX") || exit 8
  trap 'rm -rf "$work"' EXIT
  trap 'exit 8' HUP INT TERM
  open_store
}

# From here on, our git writes objects into a repository of our own, and reads those of the user's as well.
open_store() {
  store=$kept/git
  core=$(ours config --get-regexp '^core\.(filemode|autocrlf|attributesfile|sparsecheckout)$' | tr A-Z a-z)
  case $core in *'filemode false'* | *'filemode no'* | *'filemode off'* | *'filemode 0'*) file_mode=false ;; *) file_mode=true ;; esac
  if [ ! -s "$store/HEAD" ]; then
    (umask 077 && ours init -q --bare --template= --object-format="$(ours rev-parse --show-object-format)" "$work/git" &&
      mkdir -p "$work/git/info" && echo '* -text -ident -filter -working-tree-encoding' >"$work/git/info/attributes" &&
      { [ -s "$store/HEAD" ] || mv "$work/git" "$store"; }) >/dev/null || exit 8
    # where earlier versions had them
    ours for-each-ref --format='delete %(refname)' "refs/agtmux/$key" | fed update-ref --stdin
  fi
  objects=$(cd "$(ours rev-parse --git-path objects)" && pwd -P && echo x) && objects=${objects%?x} || exit 8
  mkdir -p "$store/objects/info" &&
    printf '"%s"\n' "$(printf %s "$objects" | sed 's/[\\"]/\\&/g')" >"$work/alternates" || exit 8
  [ "$(cat "$work/alternates")" = "$(cat "$store/objects/info/alternates" 2>/dev/null)" ] ||
    mv "$work/alternates" "$store/objects/info/alternates" || exit 8
  export GIT_OBJECT_DIRECTORY="$store/objects"
}

add_all() {
  inside
  GIT_INDEX_FILE=$work/index ours add -A --ignore-errors . >/dev/null 2>"$work/errors"
  added=$?
  case $added in
    # ended by the bound
    124 | 142 | 143) exit 17 ;;
    # it gave up, as at a file that does not have the encoding that is set for it
    128)
      cat "$work/errors" >&2
      exit 8
      ;;
  esac
  inside_back
}

# Git would ask each repository inside for its changes, and so run what the settings of that one name. It is taken out while
# files are added; only where its HEAD is counts.
inside() {
  GIT_INDEX_FILE=$work/index ours ls-files -v -s | grep '^[A-Za-z] 160000 [0-9a-f]* 0	' >"$work/inside" || return 0
  sed 's/^[^	]*	//' "$work/inside" | GIT_INDEX_FILE=$work/index fed update-index --force-remove --stdin || exit 8
}

inside_back() {
  [ -s "$work/inside" ] || return 0
  sed 's/^..//' "$work/inside" | GIT_INDEX_FILE=$work/index fed update-index --replace --index-info &&
    sed -n 's/^H [^	]*	//p' "$work/inside" |
    GIT_INDEX_FILE=$work/index fed update-index --add --remove --replace --stdin || exit 8
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
    new=$(GIT_INDEX_FILE=$work/index ours ls-files -o --exclude-standard -z | $bound xargs -0 du -ck -- 2>/dev/null |
      awk '$2 == "total" { kb += $1 } END { printf "%d", kb }')
    [ "$new" -le "$most_kb" ] || exit 7
  fi
  # our own repository knows no part of the index that is in another file
  case $(echo "$gitdir"/sharedindex.*) in
    *'*') ;;
    *) GIT_INDEX_FILE=$work/index ours update-index --no-split-index 2>/dev/null ;;
  esac
  unflagged=
  [ "$looks_at" != all ] || unflag
  add_all
  tree=$(GIT_INDEX_FILE=$work/index ours write-tree 2>>"$work/errors") || {
    cat "$work/errors" >&2
    exit 8
  }
}

# $raw is the tree with the bytes that are on the disk.
raw_now() {
  raw=$tree
  cp -p "$work/index" "$work/raw" || exit 8
  export GIT_INDEX_FILE="$work/raw"
  converted >"$work/converted" || exit 8
  if [ -s "$work/converted" ]; then
    unconverted update-index --force-remove --stdin <"$work/converted" &&
      unconverted update-index --add --remove --stdin <"$work/converted" 2>/dev/null
    case $? in 124 | 142 | 143) exit 17 ;; esac
    raw=$(ours write-tree) || exit 8
  fi
  unset GIT_INDEX_FILE
}

# Files whose bytes may be others than those that git stores: their sizes differ, a filter or an encoding has been at them,
# git was told not to look at them (assume-unchanged, skip-worktree), or could not store them. LFS gives back by its filter
# what it has stored by it.
converted() {
  # six lines for each file: tag, mode, blob, stage and name; four times; its size when git last looked at it
  ours ls-files -v -s --debug | awk 'NR % 6 == 1 { entry = $0 } NR % 6 == 0 { print $2 " " entry }' >"$work/entries"
  ! grep -qv '^[0-9]* [A-Za-z] [0-7]\{6\} [0-9a-f]* [0-3]	' "$work/entries" || return 1
  if ! may_convert; then return 0; fi
  awk '{ print $2 == "S" || $2 == "s" ? "-" : $4 }' "$work/entries" | fed cat-file --batch-check='%(objectsize)' |
    sed 's/ .*/-/' >"$work/stored"
  sed 's/^[^	]*	//' "$work/entries" | attributes_of >"$work/attributes"
  paste -d ' ' "$work/stored" "$work/attributes" "$work/entries" |
    awk '$5 != "160000" && ($4 ~ /[a-zS]/ || ($2 != "lfs" && ($1 != $3 || $2 == "yes")))' | sed 's/^[^	]*	//'
  [ "$added" -eq 0 ] || ours ls-files -o --exclude-standard
}

# Whether there is a rule by which git stores other bytes, or a file at which it does not look.
may_convert() {
  [ "$added" -eq 0 ] || return 0
  case $core in *autocrlf* | *attributesfile*) return 0 ;; esac
  for each in "${objects%/objects}/info/attributes" "${XDG_CONFIG_HOME:-$HOME/.config}/git/attributes" /etc/gitattributes; do
    [ ! -s "$each" ] || return 0
  done
  grep -q '^[0-9]* [a-zS] \|[	/]\.gitattributes"\{0,1\}$' "$work/entries"
}

# For each of the files on standard input: "lfs", "yes" if another filter or an encoding is set, else "no".
attributes_of() {
  if {
    # as git has stored them: in their place on the disk may be a link to a device by now
    ours ls-files -s -- .gitattributes '*/.gitattributes' | awk '$1 ~ /^100/ { print $2 }' | fed cat-file --batch
    for each in "${objects%/objects}/info/attributes" "$(ours config --type=path core.attributesFile)" \
      "${XDG_CONFIG_HOME:-$HOME/.config}/git/attributes" /etc/gitattributes; do
      [ ! -f "$each" ] || $bound cat "$each"
    done
  } | grep -q 'filter\|encoding'; then
    fed check-attr --stdin filter working-tree-encoding | awk '
      { value = $0; sub(/^.*: /, "", value); isSet = value != "unspecified" && value != "unset" }
      NR % 2 == 1 { first = value == "lfs" ? "lfs" : isSet ? "yes" : "no" }
      NR % 2 == 0 { print first == "no" && isSet ? "yes" : first }'
  else
    sed 's/.*/no/'
  fi
}

# Files at which git was told not to look are looked at; what a sparse checkout leaves out is not there.
unflag() {
  GIT_INDEX_FILE=$work/index ours ls-files -v | grep '^[a-zS] ' >"$work/flagged" || return 0
  unflagged=yes
  sed -n 's/^[a-z] //p' "$work/flagged" | GIT_INDEX_FILE=$work/index fed update-index --no-assume-unchanged --stdin || exit 8
  case $core in *'sparsecheckout true'*) return 0 ;; esac
  sed -n 's/^[Ss] //p' "$work/flagged" | GIT_INDEX_FILE=$work/index fed update-index --no-skip-worktree --stdin || exit 8
}

# Not for finishing, if it has other files than git would commit.
keep_index() {
  [ -z "$unflagged" ] || return 0
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
    whole=$(printf '100644 blob %s\thead\n100644 blob %s\tindex\n040000 tree %s\traw\n040000 tree %s\twork\n' \
      "$about" "$blob" "$raw" "$tree" | fed mktree) || exit 8
  last=$(keeper log -1 --format='%T %H' refs/agtmux/last 2>/dev/null)
  if [ "${last% *}" = "$whole" ]; then
    commit=${last#* }
  else
    commit=$(GIT_AUTHOR_NAME=agtmux GIT_AUTHOR_EMAIL=agtmux@localhost GIT_COMMITTER_NAME=agtmux \
      GIT_COMMITTER_EMAIL=agtmux@localhost keeper commit-tree "$whole" -m "agtmux: a snapshot of the working tree") || exit 8
  fi
  printf 'update refs/agtmux/last %s\nupdate refs/agtmux/%s %s\n' "$commit" "$1" "$commit" |
    fed --git-dir="$store" update-ref --stdin || exit 8
}

# Only the newest are kept; objects that no snapshot needs any more are removed once a day.
prune() {
  keeper for-each-ref --sort=-refname --format='%(refname)' "refs/agtmux/$1*" | tail -n +"$((most + 1))" |
    while read -r old; do keeper update-ref -d "$old"; done
  [ -n "$(find "$store/pruned" -mtime -1 2>/dev/null)" ] || { : >"$store/pruned" && keeper prune --expire=1.day.ago; }
}

take() {
  looks_at=all
  begin
  tree_now
  raw_now
  snapshot "t$name"
  keep_index
  prune t
  printf 'commit %s\ntree %s\nhead %s\n' "$commit" "$tree" "$head"
}

# Names the files as they are now, without keeping them.
tell_tree() {
  looks_at=all
  begin
  tree_now
  raw_now
  keep_index
  printf 'tree %s\n' "$raw"
}

# $commit is one of ours, for this working tree.
require_snapshot() {
  was=$(ours rev-parse -q --verify "$commit:work") && about=$(ours cat-file blob "$commit:head") || exit 11
  was_raw=$(ours rev-parse -q --verify "$commit:raw") || was_raw=$was
  was_head=$(printf '%s\n' "$about" | sed -n 's/^head //p')
  was_branch=$(printf '%s\n' "$about" | sed -n 's/^branch //p')
  was_doing=$(printf '%s\n' "$about" | sed -n 's/^doing//p')
}

# What lies between the two trees: files, then the diff, new files last, large ones without their lines. $only has quoted
# words, or nothing for all files.
show_diff() {
  eval "set -- \"\$@\" -- $only"
  between --numstat "$@"
  printf '\036\036'
  { between --diff-filter=a "$@" && between --diff-filter=A "$@"; } | head -c "$most"
}

between() {
  threshold=
  case $1 in *=A) threshold="-c core.bigFileThreshold=$most" ;; esac
  ours $threshold diff --no-ext-diff --no-textconv --no-color --submodule=short "$@"
}

diff_turn() {
  looks_at=all
  begin
  tree_now
  raw_now
  require_snapshot
  show_diff "$was_raw" "$raw"
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
  looks_at=all
  begin
  tree_now
  raw_now
  require_snapshot
  head_now
  printf 'now %s\nhead %s\nwas %s\nbranch %s\n' "$raw" "$head" "$was_head" "$branch"
  [ "$doing" = "$was_doing" ] && [ "$branch" = "$was_branch" ] || echo 'blocked yes'
  [ "$head" = "$was_head" ] || [ "$was_head" = none ] ||
    ours log --format='commit %h %s' -n 50 "$was_head..$head" | cut -c1-200
  ours diff --no-ext-diff --no-renames --name-status "$raw" "$was_raw" | head -n 500 | sed 's/^/file /'
}

undo() {
  looks_at=all
  begin
  tree_now
  raw_now
  require_snapshot
  head_now
  [ "$raw" = "$now" ] || exit 9
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

# Makes the files, which are $tree now, $was, with the bytes of $was_raw unless that is empty, and the index that of the
# snapshot $restored.
put_back() {
  require_objects
  lock=$gitdir/index.lock
  (set -C && : >"$lock") 2>/dev/null || exit 12
  trap 'rm -rf "$work" "$lock"' EXIT
  # refuses, before it changes anything, if a file is no longer as it was just read
  GIT_INDEX_FILE=$work/index ours read-tree -m -u "$tree" "$was" 2>"$work/errors" || {
    cat "$work/errors" >&2
    exit 9
  }
  [ -z "$was_raw" ] || put_bytes_back
  ours cat-file blob "$restored:index" >"$lock" || exit 8
  # older than all files, so that git reads those that it takes for unchanged by their time
  touch -t 197001020000 "$lock"
  if [ -s "$lock" ]; then mv "$lock" "$gitdir/index"; else rm -f "$gitdir/index" "$lock"; fi
  # the next lock is somebody else's
  trap 'rm -rf "$work"' EXIT
}

# The user's git may have removed what nothing of theirs needs any more.
require_objects() {
  ours cat-file blob "$restored:index" >"$work/index.was" || exit 18
  {
    ours diff-tree -r --no-renames --raw --no-abbrev "$tree" "$was"
    [ -z "$was_raw" ] || ours diff-tree -r --no-renames --raw --no-abbrev "$was" "$was_raw"
  } | awk '$2 != "160000" && $2 != "000000" { print $4 }' | fed cat-file --batch-check >"$work/needed"
  if [ -s "$work/index.was" ]; then
    # fails without the other part of a split index
    GIT_INDEX_FILE=$work/index.was ours ls-files -s >"$work/entries" 2>/dev/null || exit 18
    awk '$1 != "160000" { print $2 }' "$work/entries" | (unset GIT_OBJECT_DIRECTORY && fed cat-file --batch-check) >>"$work/needed"
  fi
  ! grep -q ' missing$' "$work/needed" || exit 18
}

# Where git would write other bytes than there were, those are written.
put_bytes_back() {
  add_all
  tree=$(GIT_INDEX_FILE=$work/index ours write-tree) || exit 8
  raw_now
  [ "$raw" != "$was_raw" ] || return 0
  ours diff-tree -r -z --no-renames --name-only --diff-filter=D "$raw" "$was_raw" | xargs -0 rm -f --
  ours diff-tree -r --no-renames --name-only --diff-filter=d "$raw" "$was_raw" >"$work/differing"
  export GIT_INDEX_FILE="$work/bytes"
  unconverted read-tree "$was_raw" && unconverted checkout-index -f -q --stdin <"$work/differing" || exit 8
  unset GIT_INDEX_FILE
}
