# How everything is told: frames of one line, in which no byte can be taken for a command by a terminal on the way.

US=$(printf '\037')
TAB=$(printf '\t')
NL='
'

# Facts of files, one line each: "<mode in hex> <size> <device>.<inode> <mtime>", a unit separator, the path. Links are not followed.
# Called in subshells only, which it becomes.
if stat -c %s / >/dev/null 2>&1; then
  facts_of() { exec stat -c "%f %s %d.%i %y$US%n" -- "$@" 2>/dev/null; }
else
  facts_of() { exec stat -f "%Xp %z %d.%i %Fm$US%N" -- "$@" 2>/dev/null; }
fi

# Some awks take a NUL for the end of a line: what has one is then told as od says it.
if [ "$(printf 'a\000b\n' | awk '{ print length($0) }')" = 3 ]; then
  holds_nul() { return 1; }
else
  holds_nul() { [ "$(cat -- "$@" 2>/dev/null | tr -dc '\000' | wc -c)" -gt 0 ]; }
fi

# awk reads lines, and the last one may have no end: whoever reads a frame cuts its content to the size told.
encoder='
function prepare(  code) {
  for (code = 1; code < 32; code++) control[sprintf("%c", code)] = sprintf("%%%02X", code)
  control[sprintf("%c", 127)] = "%7F"
  for (code in control) controls = controls code
  special = "[%_" controls "]"
  controls = "[" controls "]"
  head = "__SCHMUX_SIGNAL__"
  tail = "__END__"
}
function encode(text,  character) {
  if (text !~ special) return text
  gsub(/%/, "%25", text)
  gsub(/_/, "%5F", text)
  if (text ~ controls) for (character in control) gsub(character, control[character], text)
  return text
}
# The same for a long line: gsub takes a time that grows with the square of its length in some awks.
function print_encoded(text,  halves, pieces, i, j, count, below) {
  if (length(text) < 1000 || text !~ special) {
    printf "%s", encode(text)
    return
  }
  count = split(text, halves, "%")
  for (i = 1; i <= count; i++) {
    if (i > 1) printf "%%25"
    below = split(halves[i], pieces, "_")
    for (j = 1; j <= below; j++) printf "%s%s", (j > 1 ? "%5F" : ""), encode(pieces[j])
  }
}
function read_fact(fact,  words) {
  split(fact, words, " ")
  is_plain = words[1] ~ /^8...$/
  size = words[2] + 0
  mtime = substr(fact, length(words[1] words[2] words[3]) + 4)
}
function print_file(name, path,  line, dump) {
  printf "%s%s\t%s %s%%0A", head, encode(name), size, mtime
  if (ENVIRON["holds_nul"] == "yes") {
    dump = "od -An -v -tx1 " path
    while ((dump | getline line) > 0) {
      gsub(/[ \t]+/, "%", line)
      sub(/%$/, "", line)
      printf "%s", line
    }
    close(dump)
  } else {
    while ((getline line < path) > 0) {
      print_encoded(line)
      printf "%%0A"
    }
    close(path)
  }
  print tail
}
BEGIN { prepare() }
'

# A frame of what stands on standard input.
tell() {
  name=$1 awk "$encoder"'
    BEGIN { printf "%s%s\t", head, encode(ENVIRON["name"]) }
    { printf "%s%s", (NR > 1 ? "%0A" : ""), encode($0) }
    END { print tail }'
}

# The time as files have it: a clock of the same kind dates the signals.
time_of_files() {
  echo >"$spool/clock"
  fact=$(facts_of "$spool/clock")
  fact=${fact%%"$US"*}
  printf '%s' "${fact#* * * }"
}
