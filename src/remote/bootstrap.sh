# Run as "ssh host exec sh -s" with this text on standard input, after assignments of: marker, daemon, watcher_name,
# and functions watcher_text, command_text and squad_text. Prepares the home and prints facts about the machine.
# Nothing here may read standard input.

LC_ALL=C
export LC_ALL
umask 077
home=${AGTMUX_HOME:-$HOME/.agtmux}
case $home in /*) ;; *) home=$PWD/$home ;; esac

main() {
  problem=
  prepare_home
  printf '\n%s\n' "$marker"
  say protocol 1
  say home "$home"
  say user_home "$HOME"
  find_tmux
  say tmux "$tmux"
  say tmux_version "${tmux:+$("$tmux" -V 2>&1 </dev/null)}"
  say uname "$(uname -sm)"
  say boot "$(cat /proc/sys/kernel/random/boot_id 2>/dev/null || sysctl -n kern.boottime 2>/dev/null)"
  say clients "$home/remote/clients/$daemon"
  say watcher "$home/remote/$watcher_name"
  say writable "${problem:-yes}"
  say tools "$(missing_tools)"
  say inotify "$(if has inotifywait; then echo yes; else echo no; fi)"
  printf '%s\n' "$marker"
}

# Prints one line, even if the value has several.
say() {
  case $2 in *'
'*) set -- "$1" "$(printf '%s' "$2" | tr '\n' ' ')" ;; esac
  printf '%s=%s\n' "$1" "$2"
}

prepare_home() {
  attempt mkdir -p "$home/spool/tmp" "$home/spool/new" "$home/spool/rejected" "$home/bin" \
    "$home/remote/clients/$daemon"
  attempt chmod 700 "$home" "$home/spool" "$home/spool/tmp" "$home/spool/new" "$home/spool/rejected" "$home/remote"
  install_text watcher_text "$home/remote/$watcher_name" 600
  install_command command_text agtmux
  install_command squad_text squad-signal
  install_command squad_text squad-step
  remove_old_watchers
}

# A foreign program of that name is not replaced.
install_command() {
  if [ ! -e "$home/bin/$2" ] || grep -q '^# agtmux for machines' "$home/bin/$2" 2>/dev/null; then
    install_text "$1" "$home/bin/$2" 700
  fi
}

attempt() {
  [ -z "$problem" ] || return 0
  problem=$("$@" 2>&1 </dev/null) && problem= || problem=${problem:-$1 failed}
}

# Writes only if different, and atomically: it may be running.
install_text() {
  [ -z "$problem" ] || return 0
  # written to a new file first, so that a full disk leaves the old one intact
  if "$1" | cmp -s - "$2"; then return; fi
  if ! problem=$("$1" 2>&1 >"$2.$$"); then
    problem=${problem:-cannot write $2}
    rm -f "$2.$$"
    return
  fi
  attempt chmod "$3" "$2.$$"
  attempt mv -f "$2.$$" "$2"
}

# A shell reads its script while it runs: watchers younger than a week may be in use.
remove_old_watchers() {
  find "$home/remote" -name 'watcher-*.sh*' ! -name "$watcher_name" -mtime +7 -exec rm -f {} \; 2>/dev/null </dev/null
}

find_tmux() {
  tmux=$(command -v tmux 2>/dev/null)
  for place in /usr/local/bin /opt/homebrew/bin /home/linuxbrew/.linuxbrew/bin "$HOME/.local/bin" /usr/bin; do
    case $tmux in /*) return ;; esac
    tmux=
    [ ! -x "$place/tmux" ] || tmux=$place/tmux
  done
}

missing_tools() {
  missing=
  for tool in awk cat cksum cmp dd grep head id ls mkdir mkfifo mv od ps rm sed sleep stat tr uname wc; do
    has $tool || missing="$missing $tool"
  done
  if ! stat -c %s / >/dev/null 2>&1 && ! stat -f %z / >/dev/null 2>&1; then missing="$missing stat"; fi
  missing=${missing# }
  echo "${missing:-all}"
}

has() {
  command -v "$1" >/dev/null 2>&1
}

main
