# Sends growing files from the offset that the daemon has reached. "followed" has a line for each:
# "<number> <file> <offset>" as requested, a unit separator, the path. After a piece was sent the line is "<number>
# told", and nothing more is sent until the next request: one piece at a time is in flight.

followed=$NL line_paths=$NL line_facts=$NL
high_bytes=hex
[ $(awk 'BEGIN { printf "%c", 200 }' | wc -c) -ne 1 ] || high_bytes=raw

# A request "<number> <file> <offset> <path>" is answered at once, with new content or none, and again when there is.
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

# Judged by the last listing: later writes cause another event. Otherwise sets "fact" to the file's current facts.
is_at_end() {
  fact_in "$line_facts"
  set -- $asked $fact
  [ "$2" != "${6:-}" ] || [ "$5" -gt "$3" ] || return 0
  fact_in "$NL$(facts_of "$path")$NL"
  return 1
}

# Only our own files. Sets "from": one byte before the requested offset, by which the daemon checks the file's identity.
has_grown() {
  case $fact in 8???' '*) ;; *) return 1 ;; esac
  set -- $asked $fact
  [ "$2" != told ] && [ -r "$path" ] && [ -O "$path" ] || return 1
  offset=$3 size=$5 file=$6 from=0
  if [ "$2" = - ]; then
    [ "$size" -le "$batch_bytes" ] || from=$((size - batch_bytes - 1))
  elif [ "$2" = "$file" ] && [ "$size" -ge "$offset" ]; then
    [ "$size" -gt "$offset" ] || return 1
    [ "$offset" -eq 0 ] || from=$((offset - 1))
  fi
}

# False if the file was replaced or truncated during the read: the next look sends it.
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
