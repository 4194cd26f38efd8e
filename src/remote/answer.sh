# Before any script of ours that answers, after assignments of: marker, home, tmux and the script's own values. What is said
# stands in sections: a line with the marker and a name, then the text up to the next marker.

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

# $1 is the error's code, $2 words for a person.
refuse() {
  say fault "$1 $2"
  finish
}

# Words of git's own, on one line.
git_says() {
  printf '%s' "$1" | tr '\n' ' ' | sed 's/^fatal: //; s/ *$//'
}

# A word that ends in a semicolon would end the command.
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

# $1 is lines, $2 what is done with each.
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

# $1 is lines, outermost first; what is not empty stays.
remove_directories() {
  each_line "$(printf '%s' "$1" | sed '1!G;h;$!d')" remove_directory
}

remove_directory() {
  rmdir "$1" 2>/dev/null
}

pause() {
  sleep 0.1 2>/dev/null || sleep 1
}

# The text becomes the file's, whole or not at all. $path, $before (with a full stop behind it; empty where there is no
# file), $text; nothing outside of $inside is written, whatever links lead there.
replace_file() {
  real=$path
  if [ -h "$path" ]; then real=$(readlink -f "$path") || real=; fi
  case $real:$path in
    */.git/*:*/.git/*) ;;
    */.git/*) real= ;;
  esac
  case $real in "$inside"/*) ;; *) say outcome "it is a link that leads elsewhere" && return ;; esac
  if [ -z "$before" ]; then
    if [ -e "$real" ] || [ -h "$real" ]; then say outcome "it has just appeared" && return; fi
  elif [ "$(cat "$real" 2>/dev/null && echo .)" != "$before" ]; then
    say outcome "somebody has just changed it" && return
  fi
  aside=${real%/*}/.agtmux-$$
  [ -z "$before" ] || cp -p "$real" "$aside" 2>/dev/null || :
  if words=$({ printf '%s' "$text" >"$aside" && mv -f "$aside" "$real"; } 2>&1); then
    say outcome done
  else
    rm -f "$aside" 2>/dev/null
    say outcome "it cannot be written: ${words##*: }"
  fi
}
