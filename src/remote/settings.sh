# The steps of `agtmux integrate` and `agtmux doctor` on a machine, after answer.sh; $step names one. Each runs in a
# subshell. Nothing here may read standard input.

home=${AGTMUX_HOME:-$HOME/.agtmux}
case $home in /*) ;; *) home=$PWD/$home ;; esac
command=$home/bin/agtmux
login_seconds=10
version_seconds=10

main() {
  case $step in
    facts) facts ;;
    has_program) find_program && say found yes ;;
    is_there) [ ! -e "$path" ] || say found yes ;;
    version) version ;;
    look_at_home) look_at_home ;;
    install_command) install_command ;;
    read) read_settings ;;
    write) write_settings ;;
    delete) delete_settings ;;
    back_up) back_up ;;
  esac
  finish
}

# $variables, one per line. Read from a login shell, because people set the variables of agents in their profiles.
facts() {
  say home "$home"
  say user_home "$HOME"
  say outer_path "$PATH"
  each_line "$variables" say_variable
  case ${SHELL##*/} in
    sh | dash | ash | bash | zsh | ksh | mksh | fish) limited $login_seconds login_variables ;;
  esac
}

say_variable() {
  eval "value=\${$1-}"
  say "variable $1" "$value"
}

# Prints to descriptor 3, because profiles may print to stdout.
login_variables() {
  AGTMUX_MARKER=$marker AGTMUX_VARIABLES=$variables AGTMUX_SCRIPT='
for name in $AGTMUX_VARIABLES; do
  eval "value=\${$name-}"
  printf "\n%s variable %s\n%s" "$AGTMUX_MARKER" "$name" "$value" >&3
done'
  export AGTMUX_MARKER AGTMUX_VARIABLES AGTMUX_SCRIPT
  exec "$SHELL" -l -c 'exec sh -c "$AGTMUX_SCRIPT"' 3>&1 >/dev/null 2>&1 </dev/null
}

# Runs a command for at most $1 seconds. Does not wait for processes that it leaves behind.
limited() {
  seconds=$1
  shift
  "$@" &
  limited=$!
  ( trap 'kill $!; exit' TERM
    sleep "$seconds" &
    wait
    kill -9 $limited ) >/dev/null 2>&1 &
  timer=$!
  wait $limited 2>/dev/null
  kill $timer 2>/dev/null
}

# $search is a PATH, $name a command.
find_program() {
  program=$(PATH=$search && command -v "$name" 2>/dev/null)
  case $program in /*) [ -f "$program" ] && [ -x "$program" ] ;; *) return 1 ;; esac
}

version() {
  find_program || return
  say version ''
  PATH=$search
  limited $version_seconds "$program" --version 2>/dev/null </dev/null
}

# $command_text is our version of the command.
look_at_home() {
  if [ -d "$home" ]; then
    say mode "$(stat -c '%a %u' "$home" 2>/dev/null || stat -f '%Lp %u' "$home") $(id -u)"
  fi
  if [ ! -r "$command" ]; then
    say command missing
  elif [ ! -x "$command" ]; then
    say command not_executable
  elif is_text "$command" "$command_text"; then
    say command current
  else
    say command outdated
  fi
}

install_command() {
  words=$(umask 077 && mkdir -p "$home/bin" "$home/spool/tmp" "$home/spool/new" 2>&1) || home_unusable "$words"
  if is_text "$command" "$command_text"; then return; fi
  if [ -e "$command" ] && ! grep -q '^# agtmux for machines' "$command" 2>/dev/null; then
    home_unusable "it is another program: move it away"
  fi
  # atomic: hooks may be running it
  words=$({ umask 077 && printf '%s' "$command_text" >"$command.$$" && chmod 700 "$command.$$" && mv -f "$command.$$" "$command"; } 2>&1) || {
    rm -f "$command.$$"
    home_unusable "$words"
  }
}

home_unusable() {
  refuse E_HOME_UNUSABLE "cannot write $command there: $(brief "$1")"
}

# Strips the program name and its arguments from an error message.
brief() {
  printf '%s' "${1##*: }"
}

is_text() {
  [ -f "$1" ] && printf '%s' "$2" | cmp -s - "$1"
}

# $path. Resolves symlinks, for example into a dotfiles directory; a dangling one still names the place of the file.
read_settings() {
  doing=read
  target=$path links=0
  while [ -h "$target" ]; do
    links=$((links + 1))
    [ $links -le 40 ] || unusable "it is a link that leads in a circle"
    link=$(readlink "$target") || unusable "it is a link that cannot be read"
    case $link in /*) target=$link ;; *) target=${target%/*}/$link ;; esac
  done
  say target "$target"
  parent=${target%/*}
  if [ -d "$parent" ] && [ ! -x "$parent" ]; then unusable "permission denied"; fi
  [ -e "$target" ] || return 0
  # reading a pipe would never end
  [ -f "$target" ] || unusable "it is not a file"
  [ -r "$target" ] || unusable "permission denied"
  say bytes ''
  od -An -v -tx1 <"$target" || unusable "it cannot be read to its end"
}

# $path, $target, $was (text or absent), $before and $text.
write_settings() {
  doing=written
  [ ! -e "$target" ] || expect_writable
  folder=${target%/*}
  missing=$folder made=
  while [ -n "$missing" ] && [ ! -d "$missing" ]; do
    made=$missing$newline$made
    missing=${missing%/*}
  done
  words=$(mkdir -p "$folder/" 2>&1) || unusable "$(brief "$words")"
  name_aside "$target"
  trap 'rm -f "$aside"' EXIT
  trap 'exit 1' HUP INT TERM PIPE
  words=$(write_aside 2>&1) || unusable "$(brief "$words")"
  expect_unchanged
  words=$(put_aside_over "$target" 2>&1) || unusable "$(brief "$words")"
  [ -z "$made" ] || each_line "$made" note_made
}

# Records a directory that was made for settings, so that no other is ever removed; one that is not on record stays.
note_made() {
  (umask 077 && mkdir -p "$home/backups" && made_line "$1" >>"$home/backups/made-directories") 2>/dev/null
}

# The inode tells apart another directory that somebody has made in the same place.
made_line() {
  inode=$(ls -di "$1" 2>/dev/null | awk '{ print $1; exit }')
  printf '%s %s\n' "$inode" "$1"
}

# Removes a directory and those above it, as far as they are on record and empty.
remove_made() {
  folder=$1 record=$home/backups/made-directories
  while line=$(made_line "$folder") && grep -qxF -e "$line" "$record" 2>/dev/null && rmdir "$folder" 2>/dev/null; do
    (umask 077 && { grep -vxF -e "$line" "$record" >"$record.$$" || :; } && mv -f "$record.$$" "$record") 2>/dev/null
    folder=${folder%/*}
  done
}

# Keeps mode and owner.
write_aside() {
  if [ -e "$target" ]; then
    # never readable by more people than before
    (umask 077 && make_aside) && cp -p "$target" "$aside" || return
  else
    make_aside || return
  fi
  printf '%s' "$text" >"$aside" || return
  if [ -e "$target" ] && [ "$(rights "$target")" != "$(rights "$aside")" ]; then
    echo "its owner and mode cannot be kept"
    return 1
  fi
  # older versions of sync take no file
  sync "$aside" 2>/dev/null || :
}

rights() {
  ls -ldn "$1" | awk '{ print substr($1, 1, 10), $3, $4 }'
}

# $path, $target, $was and $before.
delete_settings() {
  doing=removed
  [ -e "$target" ] || changed
  expect_writable
  expect_unchanged
  words=$(rm -f "$target" 2>&1) || unusable "$(brief "$words")"
  remove_made "${target%/*}"
}

# A rename would also replace a read-only file, and for root -w is always true, so the mode is checked too.
expect_writable() {
  case $(ls -ld "$target" 2>/dev/null) in
    ??w*) [ -w "$target" ] || unusable "permission denied" ;;
    *) unusable "it is read-only" ;;
  esac
}

expect_unchanged() {
  if [ "$was" = absent ]; then
    if [ -e "$target" ]; then changed; fi
  elif ! is_text "$target" "$before"; then
    changed
  fi
}

changed() {
  refuse E_SETTINGS_CHANGED "$path was changed by somebody else meanwhile; nothing was written"
}

unusable() {
  refuse E_SETTINGS_UNUSABLE "$path cannot be $doing: $1"
}

# $agent, $time, $name and $text. Readable by its owner only; an identical backup is not saved twice.
back_up() {
  umask 077
  folder=$home/backups/$agent
  words=$(mkdir -p "$folder" 2>&1) || backup_lost "$words"
  for kept in "$folder"/*-"$name"; do
    if is_text "$kept" "$text"; then
      say backup "$kept"
      return
    fi
  done
  number=1 backup=$folder/$time-$name
  while [ -e "$backup" ]; do
    number=$((number + 1))
    backup=$folder/$time.$number-$name
  done
  words=$({ set -C && printf '%s' "$text" >"$backup"; } 2>&1) || backup_lost "$words"
  say backup "$backup"
}

backup_lost() {
  refuse E_HOME_UNUSABLE "cannot keep a backup in $folder there, so nothing was changed: $(brief "$1")"
}
