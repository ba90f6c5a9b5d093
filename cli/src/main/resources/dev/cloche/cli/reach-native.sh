# Looks around from inside a sandbox: each line is a kind, a subject and what came of it.
# Arguments: paths to try, then --, then HOST PORT pairs.
say() { printf '%s\t%s\t%s\n' "$1" "$2" "$3"; }

mode() {
  if [[ ! -e $1 ]]; then
    echo nothing
  elif { [[ -d $1 ]] && : >"$1/.cloche-reach"; } 2>/dev/null || { [[ -f $1 ]] && echo >>"$1"; } 2>/dev/null; then
    echo 'read and write'
  elif [[ -r $1 ]]; then
    echo read
  else
    echo nothing
  fi
}

for path in /* /.[!.]*; do
  [[ -e $path ]] && say path "$path" "$(mode "$path")"
done
while [[ $1 != -- ]]; do
  say path "$1" "$(mode "$1")"
  shift
done
shift
while [[ $# -gt 1 ]]; do
  if (exec 3<>"/dev/tcp/$1/$2") 2>/dev/null; then
    say host "$1 port $2" allowed
  else
    say host "$1 port $2" denied
  fi
  shift 2
done
while IFS=: read -r name rest; do
  [[ -n $rest && $name != *'|'* ]] && say interface "${name// /}" present
done </proc/net/dev
while IFS='=' read -r -d '' name value; do
  say variable "$name" set
done </proc/$$/environ
for each in /proc/[0-9]*; do
  read -r name <"$each/comm" && say process "$name" visible
done 2>/dev/null
while read -r key value; do
  [[ $key == CapBnd: || $key == CapEff: ]] && say capabilities "${key%:}" "$([[ $value =~ ^0+$ ]] && echo none || echo some)"
done </proc/self/status
exit 0
