# Frames: one line each, encoded so that no terminal on the way takes a byte for a command.

US=$(printf '\037')
TAB=$(printf '\t')
NL='
'

# Prints facts of files, one line each: "<mode in hex> <size> <device>.<inode> <mtime>", a unit separator, the path.
# Symlinks are not followed. Replaces its process (exec), so call it in subshells only.
if stat -c %s / >/dev/null 2>&1; then
  facts_of() { exec stat -c "%f %s %d.%i %y$US%n" -- "$@" 2>/dev/null; }
else
  facts_of() { exec stat -f "%Xp %z %d.%i %Fm$US%N" -- "$@" 2>/dev/null; }
fi

# Some awks end a line at a NUL: files that contain one are then sent as od prints them.
if [ "$(printf 'a\000b\n' | awk '{ print length($0) }')" = 3 ]; then
  holds_nul() { return 1; }
else
  holds_nul() { [ "$(cat -- "$@" 2>/dev/null | tr -dc '\000' | wc -c)" -gt 0 ]; }
fi

# awk reads lines, and the last one may lack its end: the receiver cuts the content to the announced size.
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
# For long lines: in some awks the time of gsub grows with the square of the length.
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

# Prints a frame with the content of standard input.
send_frame() {
  name=$1 awk "$encoder"'
    BEGIN { printf "%s%s\t", head, encode(ENVIRON["name"]) }
    { printf "%s%s", (NR > 1 ? "%0A" : ""), encode($0) }
    END { print tail }'
}

# Prints the file system's current time: signals are dated by the same clock.
time_of_files() {
  echo >"$spool/clock"
  fact=$(facts_of "$spool/clock")
  fact=${fact%%"$US"*}
  printf '%s' "${fact#* * * }"
}
