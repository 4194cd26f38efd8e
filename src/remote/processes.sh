# The process table below some processes, read without a process for each of them.

# The ids of processes and of all that descend from them, each with its line of /proc/<pid>/stat up to the start.
stat_lines_below() {
  set +f
  roots=$* awk '
    BEGIN {
      for (i = 1; i < ARGC; i++) {
        # the first line only: a name with a line break in it cannot pass for another process
        if ((getline line < ARGV[i]) > 0) {
          pid = line + 0
          rest = line
          sub(/^.*\) /, "", rest)
          split(rest, field, " ")
          lines[pid] = substr(line, 1, length(line) - length(rest) - 1)
          for (j = 1; j <= 20; j++) lines[pid] = lines[pid] " " field[j]
          children[field[2]] = children[field[2]] " " pid
        }
        close(ARGV[i])
      }
      count = split(ENVIRON["roots"], queue, " ")
      for (i = 1; i <= count; i++) {
        pid = queue[i]
        if (!(pid in lines) || pid in told) continue
        told[pid] = 1
        print lines[pid]
        below = split(children[pid], child, " ")
        for (j = 1; j <= below; j++) queue[++count] = child[j]
      }
    }' /proc/[0-9]*/stat 2>/dev/null
  set -f
}

# Arguments end with NUL. Between two processes stands a word that no argument can know beforehand.
argument_lines() {
  cat $(printf '/proc/%s/cmdline ../separator ' "$@") 2>/dev/null | tr '\000\n\036' '\037 \n' |
    pids=$* separator=$separator awk '
      BEGIN { split(ENVIRON["pids"], pid, " ") }
      $0 == ENVIRON["separator"] {
        sub(/\037$/, "", joined)
        print "A " pid[++at] " " substr(joined, 1, 4096)
        joined = ""
        next
      }
      { joined = joined $0 }'
}

make_separator() {
  separator=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '\036%s\036' "$separator" >"$spool/separator"
}

tell_processes() {
  number=$1
  shift
  if [ -r /proc/self/stat ]; then
    lines=$(stat_lines_below "$@")
    # not by "read", which asks for one byte after the other
    pids=$(printf '%s\n' "$lines" | sed 's/ .*//')
    read -r uptime rest </proc/uptime
    {
      printf 'uptime %s\nclock %s\n' "$uptime" "$(time_of_files)"
      if [ -n "$lines" ]; then
        printf '%s\n' "$lines" | sed 's/^/S /'
        argument_lines $pids
      fi
    } | tell "ps $number"
  else
    ps -A -o pid=,ppid=,lstart=,command= | sed 's/^ */P /' | tell "ps $number"
  fi
}

# Everything that descends from this process, without the process itself.
descendants_of() {
  if [ -r /proc/self/stat ]; then
    stat_lines_below "$1"
  else
    ps -A -o pid=,ppid= | awk -v root="$1" '
      { children[$2] = children[$2] " " $1 }
      END {
        count = 1
        queue[1] = root
        for (i = 1; i <= count; i++) {
          print queue[i]
          below = split(children[queue[i]], child, " ")
          for (j = 1; j <= below; j++) queue[++count] = child[j]
        }
      }'
  fi | while read -r pid rest; do [ "$pid" = "$1" ] || echo "$pid"; done
}
