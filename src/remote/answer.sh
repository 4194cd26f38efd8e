# Comes before every script that returns an answer, after assignments of: marker, home, tmux and the script's own
# values. An answer has sections: a line with the marker and a name, then text up to the next marker.

newline='
'
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

say() {
  printf '\n%s %s\n%s' "$marker" "$1" "$2"
}

say_file() {
  printf '\n%s %s\n' "$marker" "$1"
  cat <"$2"
}

finish() {
  printf '\n%s end\n' "$marker"
  exit 0
}

# $1 is the error code, $2 a message for people.
refuse() {
  say fault "$1 $2"
  finish
}

# Prints git's message on one line.
git_says() {
  printf '%s' "$1" | tr '\n' ' ' | sed 's/^fatal: //; s/ *$//'
}

# tmux ends a command at a word that ends in a semicolon.
tmux_() {
  for each in "$@"; do
    shift
    case $each in *\;) each=${each%;}'\;' ;; esac
    set -- "$@" "$each"
  done
  if [ -n "$socket" ]; then "$tmux" -L "$socket" -u "$@"; else "$tmux" -u "$@"; fi </dev/null
}

expand() {
  case $1 in
    '~') printf '%s' "$HOME" ;;
    '~/'*) printf '%s/%s' "$HOME" "${1#??}" ;;
    *) printf '%s' "$1" ;;
  esac
}

# Calls $2 for each line of $1.
each_line() {
  old_ifs=$IFS
  IFS=$newline
  set -f
  for line in $1; do
    IFS=$old_ifs
    "$2" "$line"
  done
  IFS=$old_ifs
  set +f
}

# $1 is a list of directories, outermost first; those that are not empty stay.
remove_directories() {
  each_line "$(printf '%s' "$1" | sed '1!G;h;$!d')" remove_directory
}

remove_directory() {
  rmdir "$1" 2>/dev/null
}

pause() {
  sleep 0.1 2>/dev/null || sleep 1
}

# Sets "aside": a temporary file beside $1, with a name that cannot be guessed. If something exists there all the same,
# it is not written to: it could be a symlink.
name_aside() {
  aside=${1%/*}/.agtmux-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
}

make_aside() {
  (set -C && : >"$aside")
}

# Renames onto $1; where mv supports -T, never into a directory that appeared there meanwhile.
put_aside_over() {
  mv -fT "$aside" "$1" 2>/dev/null || { [ ! -d "$1" ] && mv -f "$aside" "$1"; }
}

# Replaces the file's text atomically. $path, $before (with a full stop appended; empty if there is no file), $text.
# Nothing outside $inside is written, even through symlinks.
replace_file() {
  # a parent directory may be a symlink too
  inside=$(cd "$inside" 2>/dev/null && pwd -P)
  real=$(cd "${path%/*}/" 2>/dev/null && pwd -P)/${path##*/}
  if [ -h "$path" ]; then real=$(readlink -f "$path") || real=; fi
  case $real:$path in
    */.git/*:*/.git/*) ;;
    */.git/*) real= ;;
  esac
  case $real in "$inside"/*) ;; *) say outcome "it is a link that leads elsewhere" && return ;; esac
  if [ -z "$before" ]; then
    if [ -e "$real" ] || [ -h "$real" ]; then say outcome "it has just appeared" && return; fi
  elif [ ! -f "$real" ]; then
    # reading a pipe would never end
    say outcome "it is no longer a file" && return
  elif [ "$(cat "$real" 2>/dev/null && echo .)" != "$before" ]; then
    say outcome "somebody has just changed it" && return
  fi
  name_aside "$real"
  if words=$({ make_like_real && printf '%s' "$text" >"$aside" && put_aside_over "$real"; } 2>&1); then
    say outcome done
  else
    rm -f "$aside" 2>/dev/null
    say outcome "it cannot be written: ${words##*: }"
  fi
}

# Keeps mode and owner; the text is never readable by more people than before.
make_like_real() {
  [ -z "$before" ] || umask 077
  make_aside || return
  [ -z "$before" ] || cp -p "$real" "$aside" 2>/dev/null || :
}
