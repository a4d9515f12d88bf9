#!/usr/bin/env bash
# bubblewrap 0.8.0 (Debian 0.8.0-2+deb12u1), the sandbox that agents on Linux start commands and hooks in.
#
# Expected: when the command in the sandbox has ended, whoever reads its output meets the end, even if the command left
# a process in the background that has no stream of ours open. So it is without a sandbox, and with `unshare --pid`.
# Seen: with `--unshare-pid` bwrap itself ends at once, but the end of its output comes only when the process in the
# background has ended, too: the first process of the sandbox, which is bwrap's own, holds standard output and waits for
# all others. Without a process id namespace, with `--as-pid-1`, and with `--die-with-parent` the end comes at once.
# An agent that reads a hook's output to its end waits for that long, here two seconds.
#
# Exits 1 if that changes. Needs the right to make namespaces.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q bubblewrap=0.8.0-2+deb12u1 >/dev/null
dpkg -x bubblewrap_*.deb .
bwrap=$folder/usr/bin/bwrap
"$bwrap" --version

# Runs a command that leaves a process in the background, and tells whether that still runs at the end of the output.
# `sleep` has no stream of the command's; it notes its end in a file.
after() {
  rm -f ended
  "$@" sh -c 'setsid sh -c "sleep 2; : >ended" </dev/null >/dev/null 2>&1 & echo done' | cat >/dev/null
  if [ -e ended ]; then echo "after it"; else echo "before it"; fi
}
sandbox=("$bwrap" --bind / / --dev /dev --proc /proc --chdir "$folder")
declare -A seen
seen[none]=$(after env)
seen[shared]=$(after "${sandbox[@]}")
seen[own]=$(after "${sandbox[@]}" --unshare-pid)
seen[first]=$(after "${sandbox[@]}" --unshare-pid --as-pid-1)
seen[tied]=$(after "${sandbox[@]}" --unshare-pid --die-with-parent)
for name in none shared own first tied; do echo "$name: the end of the output comes ${seen[$name]}"; done
sleep 2.5 # what was left has ended
[ "${seen[*]}" != "" ] && [ "${seen[own]}" = "after it" ] || exit 1
for name in none shared first tied; do [ "${seen[$name]}" = "before it" ] || exit 1; done
