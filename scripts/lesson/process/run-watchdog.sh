# Outlives the verifier by a moment: when its standard input ends, every run that is still listed is ended.
#   "+ <process group> <mark>" lists a run, "- <process group>" takes it off
trap '' HUP INT TERM
runs=
while read -r sign group mark; do
  rest=
  for run in $runs; do
    [ "${run%%:*}" = "$group" ] || rest="$rest $run"
  done
  runs=$rest
  [ "$sign" = + ] && runs="$runs $group:$mark"
done
for run in $runs; do
  kill -s KILL -- "-${run%%:*}" 2>/dev/null
  kill -s KILL "${run%%:*}" 2>/dev/null # a run that had to stay in our group (it reads the terminal)
  # What left the group still carries the mark, where the platform shows it.
  for environ in /proc/[0-9]*/environ; do
    grep -q "LESSON_RUN_MARK=${run#*:}" 2>/dev/null <"$environ" || continue
    pid=${environ#/proc/}
    kill -s KILL "${pid%/environ}" 2>/dev/null
  done
done
