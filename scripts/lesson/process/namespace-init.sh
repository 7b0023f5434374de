# First process of a run's PID namespace: runs the command, waits a moment for what is just ending, and writes down
# every process that is still alive. When it ends, the kernel ends whatever is left.
#   $1 file for the list; the rest: the command
left=$1
shift
"$@"
code=$?
look() {
  for status in /proc/[0-9]*/status; do
    pid=${status#/proc/}
    pid=${pid%/status}
    [ "$pid" = 1 ] && continue
    state=
    while read -r key value _; do
      [ "$key" = State: ] && state=$value && break
    done 2>/dev/null <"$status"
    case $state in '' | Z | X) continue ;; esac
    printf '%s %s\n' "$pid" "$(tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline")"
  done
}
tries=0
while
  look >"$left.part"
  [ -s "$left.part" ] && [ "$tries" -lt 20 ]
do
  tries=$((tries + 1))
  sleep 0.05
done
mv "$left.part" "$left"
exit "$code"
