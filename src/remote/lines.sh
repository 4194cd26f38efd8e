# Files that only grow are told from where the daemon has come to. "followed" has a line for each: "<number> <file> <offset>"
# as it was asked for, a unit separator, the path. After "<number> told" it has to be asked for again: nothing is sent
# into a link before the last piece has come through it.

followed=$NL line_paths=$NL line_facts=$NL
high_bytes=hex
[ $(awk 'BEGIN { printf "%c", 200 }' | wc -c) -ne 1 ] || high_bytes=raw

# A request "<number> <file> <offset> <path>" is answered at once, with what there is or with nothing, and then again when
# there is something.
follow_lines() {
  number=${1%% *} path=${1#* * * }
  asked=${1%" $path"} offset=${asked##* }
  case $number$offset in '' | *[!0-9]*) return 0 ;; esac
  case $path in /*) ;; *) return 0 ;; esac
  note_asked "$asked"
  case $line_paths in
    *"$NL$path$NL"*) ;;
    *)
      line_paths=$line_paths$path$NL
      watch_line_directories
      path=${1#* * * }
      ;;
  esac
  if is_at_end || ! has_grown || ! tell_piece; then
    printf '__SCHMUX_SIGNAL__line %s\t-__END__\n' "$number"
  fi
}

unfollow_lines() {
  path=$1
  note_asked ''
  case $line_paths in
    *"$NL$path$NL"*) line_paths=${line_paths%%"$NL$path$NL"*}$NL${line_paths#*"$NL$path$NL"} ;;
  esac
}

look_at_lines() {
  [ "$line_paths" != "$NL" ] || return 0
  line_facts=$NL$(IFS=$NL && facts_of $line_paths)$NL
  tell_grown
}

tell_grown() {
  IFS=$NL
  set -- $line_paths
  IFS=$default_ifs
  for path; do
    fact_in "$followed"
    asked=$fact
    fact_in "$line_facts"
    ! has_grown || tell_piece
  done
}

# As of the last look: what was written since is another event. Else sets "fact" to what there is now.
is_at_end() {
  fact_in "$line_facts"
  set -- $asked $fact
  [ "$2" != "${6:-}" ] || [ "$5" -gt "$3" ] || return 0
  fact_in "$NL$(facts_of "$path")$NL"
  return 1
}

# Sets "from": one byte before what was asked for, so that the daemon sees that it is still the same file.
has_grown() {
  case $fact in 8???' '*) ;; *) return 1 ;; esac
  set -- $asked $fact
  [ "$2" != told ] && [ -r "$path" ] || return 1
  offset=$3 size=$5 file=$6 from=0
  if [ "$2" = - ]; then
    [ "$size" -le "$batch_bytes" ] || from=$((size - batch_bytes - 1))
  elif [ "$2" = "$file" ] && [ "$size" -ge "$offset" ]; then
    [ "$size" -gt "$offset" ] || return 1
    [ "$offset" -eq 0 ] || from=$((offset - 1))
  fi
}

# False for a file that was replaced or cut short while it was read: the next look tells what it is then.
tell_piece() {
  piece=$(
    od -An -v -tx1 -j "$from" -N $((batch_bytes + 1)) "$path" 2>/dev/null |
      head="__SCHMUX_SIGNAL__line ${asked%% *}$TAB$file $from%0A" size=$size high_bytes=$high_bytes awk '
        BEGIN {
          for (code = 0; code < 256; code++) {
            is_plain = code > 31 && code != 37 && code != 95 && code != 127
            if (code > 127 && ENVIRON["high_bytes"] != "raw") is_plain = 0
            shown[sprintf("%02x", code)] = sprintf(is_plain ? "%c" : "%%%02X", code)
          }
        }
        {
          text = NR == 1 ? ENVIRON["head"] : ""
          for (i = 1; i <= NF; i++) text = text shown[$i]
          printf "%s", text
          count += NF
        }
        END {
          if (count > 0) printf "%%0A%d__END__", count
          else if (ENVIRON["size"] + 0 == 0) printf "%s%%0A0__END__", ENVIRON["head"]
        }'
  )
  fact_in "$NL$(facts_of "$path")$NL"
  set -- $fact
  [ -n "$piece" ] && [ "${3:-}" = "$file" ] && [ "$2" -ge "$size" ] || return 1
  printf '%s\n' "$piece"
  note_asked "${asked%% *} told"
}

note_asked() {
  fact_in "$followed"
  line=$fact$US$path$NL
  [ -z "$fact" ] || followed=${followed%%"$line"*}${followed#*"$line"}
  [ -z "$1" ] || followed=$followed$1$US$path$NL
}
