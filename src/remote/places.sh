# Prints for each line of $paths where that path really is, or an empty line: for a link, for what cannot be reached, and for names with line breaks.
line_break='
'
printf '%s\n' "$paths" | while IFS= read -r path; do
  place=
  rest=
  case $path in /*) dir=$path ;; *) dir= path= ;; esac
  while [ ! -d "$dir" ] && [ ! -L "$dir" ] && [ -n "$dir" ]; do
    rest=/${dir##*/}$rest
    dir=${dir%/*}
  done
  [ -n "$dir" ] || dir=/
  if [ "$dir" = / ]; then
    place=$path # empty for what is no absolute path
  elif [ -d "$dir" ] && { [ "$dir" != "$path" ] || [ ! -L "$path" ]; }; then
    place=$(unset CDPATH; cd -P -- "$dir" 2>/dev/null && pwd -P) && place=${place%/}$rest
  fi
  case $place in *"$line_break"*) place= ;; esac
  printf '%s\n' "$place"
done
