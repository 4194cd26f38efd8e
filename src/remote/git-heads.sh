# Finds what is checked out in each of "$@": prints its number and the path of the repository's HEAD, or "-" for none.
# Reads files only: git itself would run programs that a repository's settings name.

newline='
'
number=0
for directory; do
  number=$((number + 1)) git=
  while [ -n "$directory" ]; do
    if [ -d "$directory/.git" ]; then
      git=$directory/.git
      break
    elif [ -f "$directory/.git" ]; then
      # the file may be anything, and a shell reads long lines for long
      line=$(dd if="$directory/.git" bs=4096 count=1)
      case $line in
        *"$newline"*) ;;
        'gitdir: /'*) git=${line#gitdir: } ;;
        'gitdir: '*) git=$directory/${line#gitdir: } ;;
      esac
      break
    fi
    directory=${directory%/*}
  done
  if [ -n "$git" ] && [ -f "$git/HEAD" ]; then
    head=$(cd "$git" && pwd -P)/HEAD
    # its next line would be told of another directory
    case $head in *"$newline"*) head=- ;; esac
  else
    head=-
  fi
  printf 'git-head %s %s\n' "$number" "$head"
done 2>/dev/null
