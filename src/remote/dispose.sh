# The steps of `agtmux dispose` on a machine; $step names one. Each may be repeated. It comes after safe-git.ts, which has $safe.

main() {
  case $step in
    read_file) read_file ;;
    check_worktree) check_worktree ;;
    end_pane) end_pane ;;
    replace_file) replace_file ;;
    remove_file) remove_file ;;
    clean) clean ;;
    remove_worktree) remove_worktree ;;
  esac
  finish
}

read_file() {
  [ ! -f "$path" ] || say_file text "$path"
}

# $path; $block is a file in it with our text block (or empty), $without its text without the block.
check_worktree() {
  cd "$path" 2>/dev/null && git $safe rev-parse --git-dir >/dev/null 2>&1 || return 0
  say status "$(git $safe -c core.quotePath=false status --porcelain --untracked-files=all)"
  if [ -n "$block" ] && wanted=$(git $safe rev-parse --quiet --verify "HEAD:./$block"); then
    found=$(printf '%s' "$without" | git $safe hash-object --path="$block" --stdin)
    [ "$found" != "$wanted" ] || say ours "$(git $safe rev-parse --show-prefix)$block"
  fi
  # commits on no branch would be lost
  say lost "$(git $safe rev-list --max-count=1 HEAD --not --branches --tags --remotes 2>/dev/null)"
}

# $socket, $pane, and $server: pid and start time of the tmux server.
end_pane() {
  [ "$(tmux_ display-message -p '#{pid} #{start_time}' 2>/dev/null)" = "$server" ] || return 0
  root=$(tmux_ display-message -p -t "$pane" '#{pane_id} #{pane_pid}' 2>/dev/null)
  case $root in "$pane "*) root=${root#* } ;; *) return 0 ;; esac
  # the agent has its own process group under the pane's first process; its children may have others
  groups=$(ps -A -o pid= -o ppid= -o pgid= | awk -v root="$root" '
    { parent[$1] = $2; group[$1] = $3 }
    END {
      for (pid in parent) {
        at = pid
        for (depth = 0; depth < 100 && at in parent && at != root; depth++) at = parent[at]
        if (at == root && group[pid] != root) print group[pid]
      }
    }' | sort -u)
  signal_groups TERM
  # stopped processes do not handle TERM until they continue
  signal_groups CONT
  wait_for_groups 30
  tmux_ kill-pane -t "$pane" 2>/dev/null
  wait_for_groups 20 || signal_groups KILL
  say ended yes
}

signal_groups() {
  for group in $groups; do kill -s "$1" -- "-$group" 2>/dev/null; done
}

wait_for_groups() {
  tries=0
  while any_group; do
    tries=$((tries + 1))
    [ $tries -le "$1" ] || return
    pause
  done
}

any_group() {
  for group in $groups; do ! kill -s 0 -- "-$group" 2>/dev/null || return 0; done
  return 1
}

# Removes $path if its text is still $before.
remove_file() {
  [ -f "$path" ] && [ "$(cat "$path" 2>/dev/null && echo .)" = "$before" ] || return 0
  rm -f "$path" && say outcome done
}

# $status_file, $here, and $made: what we created in the workspace, one per line, oldest first.
clean() {
  rm -f "$status_file"
  case $status_file in */.schmux/signal/?*) clean_inbox "${status_file%/signal/*}/inbox" "${status_file##*/}" ;; esac
  case $here in "$home/launch/"?*) rm -rf "$here" ;; esac
  rmdir "$home/launch" 2>/dev/null
  left='' gone=''
  # .gitignore is removed only when nothing else is left beside it
  each_line "$made" clean_signal
  each_line "$made" clean_list
  each_line "$made" clean_root
  each_line "$made" tell_left
  say removed "$gone"
  say kept "$left"
}

# A link is not followed: what is behind it is not ours.
clean_inbox() {
  [ ! -h "$1" ] || return 0
  rm -f "$1/$2"
  rmdir "$1" 2>/dev/null
}

clean_signal() {
  case $1 in */.schmux/signal) rmdir "$1" 2>/dev/null ;; esac
}

clean_list() {
  case $1 in
    */.schmux/.gitignore) [ "$(ls -A "${1%/*}")" != .gitignore ] || [ ! -f "$1" ] || [ "$(cat "$1")" != '*' ] || rm -f "$1" ;;
  esac
}

clean_root() {
  case $1 in */.schmux) rmdir "$1" 2>/dev/null ;; esac
}

tell_left() {
  if [ -e "$1" ]; then left=$left$1$newline; else gone=$gone$1$newline; fi
}

# The snapshots of the working tree that was at $top, as git-turn.sh names them.
forget_snapshots() {
  key=$(printf %s "$top" | git $safe hash-object --stdin | cut -c1-16)
  [ -z "$key" ] || rm -rf "$home/snapshots/$key"
}

# $repository, $path, $branch, $created, $base and $made: the directories created for it, outermost first.
remove_worktree() {
  top=$path elsewhere=''
  if [ -e "$path" ]; then
    top=$(git $safe -C "$path" rev-parse --show-toplevel)
    words=$(LC_ALL=C git $safe -C "$repository" worktree remove "$path" 2>&1) ||
      refuse E_WORKTREE_DIRTY "git does not remove $path: $(git_says "$words")"
  else
    git $safe -C "$repository" worktree prune
  fi
  forget_snapshots
  if [ "$created" = yes ]; then
    tip=$(git $safe -C "$repository" rev-parse --quiet --verify "refs/heads/$branch")
    # merged, for instance
    [ -z "$tip" ] || elsewhere=$(git $safe -C "$repository" for-each-ref --contains "$tip" --format='%(refname)' refs/heads |
      grep -vxF "refs/heads/$branch" | head -n 1)
    if { [ "$tip" = "$base" ] || [ -n "$elsewhere" ]; } && git $safe -C "$repository" branch -q -D "$branch" 2>/dev/null; then
      say branch removed
    elif [ -n "$tip" ]; then
      say branch kept
    fi
  fi
  remove_directories "$made"
}

main
