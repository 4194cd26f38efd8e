# Files that are watched as a whole. "seen" remembers what was sent last: one line of facts for each existing file.

seen=$NL
largest_file=65536
longest_line=1000
turn=0

# Sends the watched files that changed.
look_at_files() {
  [ $# -gt 0 ] || return 0
  read_lines "$@"
  earlier=$lines
  listing=$NL$(facts_of "$@")$NL
  tell_changed "$@"
}

# The same, and the followed files with it: one stat process for all.
look_at_everything() {
  [ $# -gt 0 ] || [ "$line_paths" != "$NL" ] || return 0
  read_lines "$@"
  earlier=$lines
  listing=$NL$(IFS=$NL && facts_of "$@" $line_paths)$NL
  tell_changed "$@"
  line_facts=$listing
  tell_grown
}

# Between ticks, if nothing reports changes: a file not older than the last poll was written since. The shell itself
# tests that; a process is started only if something was written. Two files take turns as timestamp of the last poll:
# the next one is made before the test.
poll_files() {
  last_look=$spool/look.$turn turn=$((1 - turn))
  true 2>/dev/null >"$spool/look.$turn"
  path=first directory=
  [ ! -e "$last_look" ] || for path; do
    if [ "$directory" != "${path%/*}/" ]; then
      directory=${path%/*}/
      if [ -d "$directory" ] && [ ! "$last_look" -nt "$directory" ]; then break; fi
    fi
    if [ -f "$path" ] && [ ! "$last_look" -nt "$path" ]; then break; fi
    path=
  done
  [ -z "$path" ] || look_at_files "$@"
}

tell_changed() {
  [ "$listing" != "$seen" ] || return 0
  for path; do
    fact_in "$seen"
    was=$fact
    fact_in "$listing"
    [ "$fact" = "$was" ] || tell_line || tell_file
  done
}

# Sets "lines": the first line of each file, read without a process. Long lines are skipped: shells read byte by byte.
read_lines() {
  lines=$NL
  for path; do
    line=
    fact_in "$seen"
    size=${fact#* } size=${size%% *}
    if [ "${size:-0}" -le "$longest_line" ] && [ -f "$path" ] && [ ! -h "$path" ]; then
      IFS= read -r line <"$path"
    fi 2>/dev/null
    lines=$lines$line$US$path$NL
  done
}

# Sends a file of one plain line, such as a status file, without a process if it is the same before and after the stat.
tell_line() {
  case $fact in 8???' '*) ;; *) return 1 ;; esac
  size=${fact#* } mtime=${fact#* * * } size=${size%% *}
  [ "$size" -le "$longest_line" ] || return 1
  told=$fact
  read_lines "$path"
  fact=$told
  case $earlier in *"$NL${lines#"$NL"}"*) ;; *) return 1 ;; esac
  line=${lines%"$US$path$NL"} line=${line#"$NL"}
  [ "$size" -eq $((${#line} + 1)) ] || return 1
  case $line in *[!\ -~]*) return 1 ;; esac
  encode_plain "$path"
  name=$encoded
  encode_plain "$line"
  printf '__SCHMUX_SIGNAL__file/%s\t%s %s%%0A%s%%0A__END__\n' "$name" "$size" "$mtime" "$encoded"
  remember
}

# Sets "encoded": text without control characters, encoded for a frame.
encode_plain() {
  rest=$1 encoded=
  while :; do
    case $rest in *[%_]*) ;; *) break ;; esac
    plain=${rest%%[%_]*}
    rest=${rest#"$plain"}
    case $rest in %*) encoded=$encoded$plain%25 ;; *) encoded=$encoded$plain%5F ;; esac
    rest=${rest#?}
  done
  encoded=$encoded$rest
}

# Facts and content must match: a file that changes while it is read is read again, now or at the next tick.
tell_file() {
  for attempt in 1 2 3 4 5; do
    frame=$(path=$path fact=$fact largest=$largest_file awk "$encoder"'
      BEGIN {
        path = ENVIRON["path"]
        read_fact(ENVIRON["fact"])
        if (is_plain && size <= ENVIRON["largest"] + 0) print_file("file/" path, path)
        else print head "file/" encode(path) "\t-" tail
      }')
    read_before=$fact
    fact_in "$NL$(facts_of "$path")$NL"
    if [ "$fact" = "$read_before" ]; then
      printf '%s\n' "$frame"
      remember
      return
    fi
  done
}

# Sets "fact": the facts of $path in a listing, empty if the file is absent.
fact_in() {
  fact=
  case $1 in
    *"$US$path$NL"*)
      fact=${1%%"$US$path$NL"*}
      fact=${fact##*"$NL"}
      ;;
  esac
}

remember() {
  told=$fact
  forget
  [ -z "$told" ] || seen=$seen$told$US$path$NL
}

forget() {
  fact_in "$seen"
  [ -n "$fact" ] || return 0
  line=$fact$US$path$NL
  seen=${seen%%"$line"*}${seen#*"$line"}
}
