# Reads the process table below some processes, without starting a process for each of them.

# Prints the pids of these processes and all descendants, each with its line of /proc/<pid>/stat up to the start time.
stat_lines_below() {
  set +f
  roots=$* awk '
    BEGIN {
      for (i = 1; i < ARGC; i++) {
        # first line only: a process name with a line break cannot pose as another process
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

# Arguments end with NUL. The separator between two processes is a random word that no argument can contain.
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
    # not with "read", which reads byte by byte
    pids=$(printf '%s\n' "$lines" | sed 's/ .*//')
    read -r uptime rest </proc/uptime
    {
      printf 'uptime %s\nclock %s\n' "$uptime" "$(time_of_files)"
      if [ -n "$lines" ]; then
        printf '%s\n' "$lines" | sed 's/^/S /'
        argument_lines $pids
      fi
    } | send_frame "ps $number"
  else
    ps -A -o pid=,ppid=,stat=,lstart=,command= | sed 's/^ */P /' | send_frame "ps $number"
  fi
}

# Sends which of these processes are stopped by a signal. Called often: with /proc it starts no process.
tell_stopped() {
  number=$1 stopped=
  shift
  if [ -r /proc/self/stat ]; then
    for pid; do
      # the first line is enough: it contains the state, unless the name has a line break
      { read -r line </proc/"$pid"/stat; } 2>/dev/null || continue
      case ${line##*) } in T*) stopped="$stopped$pid T%0A" ;; esac
    done
  else
    stopped=$(IFS=, && ps -o pid=,stat= -p "$*" | awk '$2 ~ /^T/ { printf "%s T%%0A", $1 }')
  fi
  printf '__SCHMUX_SIGNAL__ps %s\t%s__END__\n' "$number" "$stopped"
}

# Prints all descendants of this process, without the process itself.
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
