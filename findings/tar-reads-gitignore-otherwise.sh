#!/usr/bin/env bash
# GNU tar 1.34 (Debian 1.34+dfsg-1.2+deb12u1), `--exclude-vcs-ignores`, by which a person packs a project without what
# git ignores; compared with git 2.39.5.
#
# Expected: tar reads a .gitignore as git does, for its manual says that the option "excludes files that are listed in
# files of version control systems". At least each line that names one file or one folder leaves that one out.
# Seen: tar takes a line for a pattern on names and nothing else. A line that begins with a slash (`/local.txt`) or ends
# with one (`build/`) leaves nothing out: what git ignores comes into the archive. A line with `!` brings nothing back,
# so that a file which git tracks is missing there. A bare name and a name with a star work in both.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME="$folder" GIT_CONFIG_NOSYSTEM=1
apt-get download -q tar=1.34+dfsg-1.2+deb12u1 >/dev/null
dpkg -x tar_*.deb unpacked
mkdir -p project/build
cd project
git init -q
touch build/page.html local.txt notes.log keep.log

row() {
  printf '%s\n' "$@" >.gitignore
  local packed tracked
  packed=$(../unpacked/bin/tar -cf - --exclude-vcs --exclude-vcs-ignores . | ../unpacked/bin/tar -tf - | grep -v '/$' |
    sed 's,^\./,,' | sort | paste -sd ' ')
  tracked=$(git ls-files --others --exclude-standard | grep -v gitignore | sort | paste -sd ' ')
  echo "$* | tar: $packed | git: $tracked"
}

seen=$(
  row local.txt
  row /local.txt
  row build
  row build/
  row '*.log' '!keep.log'
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
local.txt | tar: build/page.html keep.log notes.log | git: build/page.html keep.log notes.log
/local.txt | tar: build/page.html keep.log local.txt notes.log | git: build/page.html keep.log notes.log
build | tar: keep.log local.txt notes.log | git: keep.log local.txt notes.log
build/ | tar: build/page.html keep.log local.txt notes.log | git: keep.log local.txt notes.log
*.log !keep.log | tar: build/page.html local.txt | git: build/page.html keep.log local.txt
TEXT
