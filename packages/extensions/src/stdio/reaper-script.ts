import { markVariable } from './environment.ts';

/**
 * The supervisor, for any POSIX `sh`. It holds the reading end of a pipe of the host; the list of servers comes through it,
 * a line each:
 *
 *     + <mark> <pid> <start>    a server, or more about it; pid and start are 0 before it is started, start is - if unknown
 *     - <mark>                  it is gone
 *
 * When the pipe ends the host is gone, however that came. Servers that were still listed have seen their stdin end in the
 * same moment and get a while to leave; then SIGTERM, then SIGKILL, to their groups and to what left those. It looks at the
 * processes before each signal, never signals a number that has become somebody else's, and is gone itself in three
 * seconds at most. First argument: `ps` makes it use that program also where there is a `/proc`.
 *
 * It lies in a string since it is given to `sh -c`: so it survives any way of building and packing this module.
 */
export const reaperScript = `: supervisor of coding-agent: ends the MCP servers of a host that died
trap '' HUP INT TERM
servers=
while read -r sign mark pid start; do
  rest=
  for server in $servers; do
    [ "\${server%%:*}" = "$mark" ] || rest="$rest $server"
  done
  servers=$rest
  [ "$sign" = + ] && servers="$servers $mark:$pid:$start"
done
[ -n "$servers" ] || exit 0

proc=
[ "$1" != ps ] && [ -r /proc/self/stat ] && proc=yes
blanks=$IFS
known=' '

# table: "pid:ppid:group:session:start" of each process that lives
read_table() {
  table=
  if [ -z "$proc" ]; then
    table=$(ps -A -o pid= -o ppid= -o pgid= -o stat= | while read -r pid ppid group state; do
      case $state in Z*) ;; *) echo "$pid:$ppid:$group:$group:-" ;; esac
    done)
    return
  fi
  for file in /proc/[0-9]*/stat; do
    text=
    # The name in it may hold anything, also line breaks; what counts follows the last parenthesis.
    while read -r line; do text="$text $line"; done <"$file"
    set -- \${text##*) }
    [ "$#" -ge 20 ] || continue
    case $1 in Z | X | x) continue ;; esac
    pid=\${file#/proc/}
    table="$table \${pid%/stat}:$2:$3:$4:\${20}"
  done
}

# leaders: the children of the host whose number is still theirs (or nobody's: then group and session are)
find_leaders() {
  leaders=' '
  for server in $servers; do
    IFS=:
    set -- $server
    IFS=$blanks
    [ "$2" -gt 1 ] && leaders="$leaders$2 " && eval "start_of_$2=$3"
  done
  for row in $table; do
    IFS=:
    set -- $row
    IFS=$blanks
    case $leaders in *" $1 "*) eval "start=\\$start_of_$1" ;; *) continue ;; esac
    case :$start:$5: in :-:* | *:-: | ":$5:$5:") ;; *) leaders="\${leaders%% $1 *} \${leaders#* $1 }" ;; esac
  done
}

# marked: what carries the mark of a server in its environment
find_marked() {
  marked=' '
  [ -n "$proc" ] || return
  set --
  for server in $servers; do set -- "$@" -e "${markVariable}=\${server%%:*}"; done
  for file in $(grep -lsF "$@" /proc/[0-9]*/environ); do
    file=\${file#/proc/}
    marked="$marked\${file%/environ} "
  done
}

# ours: what belongs to a server by its group, session, mark or parent
look() {
  read_table
  find_leaders
  find_marked
  ours=' '
  more=yes
  while [ -n "$more" ]; do
    more=
    for row in $table; do
      IFS=:
      set -- $row
      IFS=$blanks
      case $ours in *" $1 "*) continue ;; esac
      found=
      case $leaders in *" $3 "* | *" $4 "*) found=yes ;; esac
      case $marked in *" $1 "*) found=yes ;; esac
      case $ours in *" $2 "*) found=yes ;; esac
      [ "$5" != - ] && case $known in *" $1:$5 "*) found=yes ;; esac
      [ -n "$found" ] || continue
      more=yes
      ours="$ours$1 "
      case $known in *" $1:$5 "*) ;; *) known="$known$1:$5 " ;; esac
    done
  done
}

send() {
  for row in $table; do
    IFS=:
    set -- "$1" $row
    IFS=$blanks
    case $ours in *" $2 "*) ;; *) continue ;; esac
    # The group at once, which no fork escapes: it has a member of ours.
    case $leaders in *" $4 "*) kill -s "$1" -- "-$4" ;; esac
    kill -s "$1" "$2"
  done
}

round=0
while [ "$round" -lt 25 ]; do
  look
  # Twice at least: a server may have been about to be born.
  [ "$ours" = ' ' ] && [ "$round" -gt 0 ] && exit 0
  case $round in
    4 | 5) send TERM ;;
    9 | [12]?) send KILL ;;
  esac
  sleep 0.1 || { sleep 1 && round=$((round + 3)); }
  round=$((round + 1))
done
`;
