# Removes the requests of processes that have ended without a word.
for each in "$home/decide"/*; do
  pid=${each##*/}
  pid=${pid%%.*}
  case $pid in
    '' | *[!0-9]*) continue ;;
  esac
  kill -0 "$pid" 2>/dev/null || rm -rf "$each"
done
