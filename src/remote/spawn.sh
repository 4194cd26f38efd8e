# The steps of `agtmux spawn` on a machine; $step names one.

main() {
  case $step in
    look) look ;;
    add_worktree) add_worktree ;;
    make_signal_directory) find_signal_directory ;;
    replace_file) replace_file ;;
    launch) launch ;;
    go) rm -f "$here/wait" ;;
  esac
  finish
}

# $directory, $names and $settings, one per line: the workspace, files that an agent would read there, its own settings.
look() {
  enter
  say workspace "$workspace"
  say home "$home"
  top=$workspace
  if top=$(git rev-parse --show-toplevel 2>/dev/null) && [ -n "$top" ]; then
    say prefix "$(git rev-parse --show-prefix)"
    exclude=$(git rev-parse --git-path info/exclude)
    case $exclude in /*) ;; *) exclude=$workspace/$exclude ;; esac
    say exclude "$exclude"
    [ ! -f "$exclude" ] || say_file "text $exclude" "$exclude"
  else
    top=$workspace
  fi
  at=$workspace
  while :; do
    each_line "$names" look_at_name
    case $at in "$top" | / | '') break ;; esac
    at=${at%/*}
  done
  each_line "$settings" look_at_settings
}

look_at_name() {
  if [ -f "${at%/}/$1" ] && is_small "${at%/}/$1"; then say_file "file ${at%/}/$1" "${at%/}/$1"; fi
}

look_at_settings() {
  case $1 in ./*) file=$workspace/${1#./} ;; *) file=$(expand "$1") ;; esac
  if [ -f "$file" ] && is_small "$file"; then say_file "settings $1" "$file"; fi
}

is_small() {
  [ -r "$1" ] && [ "$(wc -c <"$1")" -lt 1000000 ]
}

enter() {
  directory=$(expand "$directory")
  [ -d "$directory" ] || refuse E_WORKSPACE "$directory is not a directory there: make it first, or name another one with --workspace"
  cd "$directory" 2>/dev/null || refuse E_WORKSPACE "$directory cannot be entered"
  workspace=$(pwd -P)
  case $workspace in *"$newline"*) refuse E_WORKSPACE "the path of the workspace has a line break" ;; esac
}

# $directory, $branch, and $worktrees, the parent directory of worktrees.
add_worktree() {
  enter
  command -v git >/dev/null 2>&1 || refuse E_NOT_A_REPOSITORY "git is not installed there"
  common=$(git rev-parse --git-common-dir 2>/dev/null) && common=$(cd "$common" && pwd -P) ||
    refuse E_NOT_A_REPOSITORY "$workspace is not in a git repository"
  refuse_repository_in_files
  git check-ref-format --branch "$branch" >/dev/null 2>&1 || refuse E_INVALID_INPUT "\"$branch\" is not a name for a branch"
  case $common in
    */.git) repository=${common%/.git} ;;
    *) repository=${common%.git} ;;
  esac
  case $worktrees in
    '') root=$repository-worktrees ;;
    /* | '~'*) root=$(expand "$worktrees")/${repository##*/} ;;
    *) root=$repository/$worktrees ;;
  esac
  path=$root/$branch
  held=$(git worktree list --porcelain | awk -v branch="branch refs/heads/$branch" '
    /^worktree / { path = substr($0, 10) }
    $0 == branch { print path; exit }')
  [ -z "$held" ] || refuse E_BRANCH_IN_USE "branch $branch is checked out in $held already: spawn there with --workspace"
  if [ -e "$path" ] || [ -h "$path" ]; then refuse E_PATH_EXISTS "$path is there already, and is no worktree of branch $branch"; fi
  made=
  parent=${path%/*}
  while [ -n "$parent" ] && [ ! -d "$parent" ]; do
    made=$parent$newline$made
    parent=${parent%/*}
  done
  if git show-ref --verify --quiet "refs/heads/$branch"; then
    created=no
    set -- "$path" "$branch"
  elif [ -n "$(git for-each-ref --count=1 "refs/remotes/*/$branch")" ]; then
    # git creates a branch that tracks the remote one
    created=yes
    set -- "$path" "$branch"
  else
    git rev-parse --quiet --verify 'HEAD^{commit}' >/dev/null || refuse E_WORKSPACE "$workspace has no commit yet to begin a branch from"
    created=yes
    set -- -b "$branch" "$path" HEAD
  fi
  words=$(LC_ALL=C git worktree add -q "$@" 2>&1 </dev/null) || {
    remove_directories "$made"
    refuse E_WORKSPACE "git cannot add the worktree: $(git_says "$words")"
  }
  path=$(cd "$path" && pwd -P)
  say path "$path"
  say root "$(cd "$root" && pwd -P)"
  say repository "$common"
  say created "$created"
  say base "$(git -C "$path" rev-parse HEAD)"
  say made "$made"
}

# A hostile repository may contain another one among its files, with settings that make git run commands on checkout. git uses
# it when we stand inside it; a person's own repository is never inside another one's git directory.
refuse_repository_in_files() {
  [ "$(git rev-parse --is-inside-git-dir)" = true ] || return 0
  ! (cd "$common/.." && git rev-parse --git-dir) >/dev/null 2>&1 ||
    refuse E_NOT_A_REPOSITORY "$common lies among the files of another repository, and its settings could run commands: name a directory of that one"
}

# $workspace and $aside: uses the workspace, hidden from git; if that cannot be written, our own home.
find_signal_directory() {
  made=
  if ! make_signal_directory "${workspace%/}"; then
    say unwritable "$problem"
    (umask 077 && mkdir -p "$aside") 2>/dev/null && make_signal_directory "$aside" ||
      refuse E_HOME_UNUSABLE "cannot create a signal directory in $aside"
  fi
  say signal "$signal"
  say made "$made"
}

# A repository may contain symlinks at these paths that lead anywhere: they are not followed.
make_signal_directory() {
  signal=$1/.schmux/signal
  for each in "$1/.schmux" "$signal"; do
    problem="$each is a link"
    [ ! -h "$each" ] || return
    problem="$each cannot be made"
    [ -d "$each" ] || { (umask 077 && mkdir "$each") 2>/dev/null && made=$made$each$newline; } || return
  done
  # mode bits are not enough: the disk may be read-only
  problem="$signal cannot be written"
  [ -w "$signal" ] || return
  [ -e "$1/.schmux/.gitignore" ] || [ -h "$1/.schmux/.gitignore" ] ||
    { (umask 077 && set -C && echo '*' >"$1/.schmux/.gitignore") 2>/dev/null && made=$made$1/.schmux/.gitignore$newline; }
}

# $here, $run_text, $instructions; $socket, $session, $window, $directory; $own_names: variables kept from a new server.
launch() {
  (umask 077 && mkdir -p "$home/launch" && mkdir "$here" && printf '%s' "$run_text" >"$here/run" &&
    printf '%s\n' "$instructions" >"$here/instructions.md" && : >"$here/wait") 2>/dev/null ||
    refuse E_HOME_UNUSABLE "cannot write into $home/launch"
  unset $own_names
  where='#{pane_id} #{window_id} #{pid} #{start_time} #{session_name}'
  if tmux_ has-session -t "=$session" 2>/dev/null; then
    created=window
    set -- new-window -d -t "=$session:"
  else
    created=session
    set -- new-session -d -s "$session"
  fi
  # tmux gives a new window the PATH of the client that opens it; people expect the PATH of their tmux server
  if others=$(tmux_ show-environment -g PATH 2>/dev/null); then
    case $others in PATH=*) tmux=$(command -v "$tmux") PATH=${others#PATH=}:$PATH ;; esac
  fi
  words=$(tmux_ "$@" -P -F "$where" -n "$window" -c "$directory" sh "$here/run" 2>&1) ||
    refuse E_TMUX "tmux cannot open a window: $words"
  say made "$created"
  say pane "$words"
  wait_for_launcher "${words%% *}"
  say found "$(cat "$here/found" 2>/dev/null)"
}

# If the login shell fails or takes too long, the agent is started without it.
wait_for_launcher() {
  wait_for "$here/found" 100 && return
  say slow yes
  tmux_ respawn-pane -k -t "$1" -c "$directory" sh "$here/run" inside 2>/dev/null
  wait_for "$here/found" 50
}

wait_for() {
  tries=0
  until [ -e "$1" ]; do
    tries=$((tries + 1))
    [ $tries -le "$2" ] || return
    pause
  done
}

main
