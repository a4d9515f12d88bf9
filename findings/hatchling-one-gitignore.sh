#!/usr/bin/env bash
# hatchling 1.32.4 (PyPI), the build backend of many Python projects, building a source distribution and a wheel;
# compared with git 2.39.5.
#
# Expected: hatchling leaves out what git ignores, as it does with each line of the project's .gitignore. So a
# .gitignore in a subfolder counts there as well, and so does .git/info/exclude.
# Seen: one .gitignore is read, that of the project's top. What a .gitignore in a folder of the package ignores is in
# the source distribution and in the wheel, and so is that .gitignore itself; what .git/info/exclude names is in the
# source distribution.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv tools
tools/bin/pip install -qqq --disable-pip-version-check hatchling==1.32.4
export HOME="$folder" GIT_CONFIG_NOSYSTEM=1
mkdir -p project/sample/data
cd project
git init -q
touch sample/__init__.py sample/data/rows.csv sample/data/mine.csv top.txt excluded.txt
echo top.txt >.gitignore
echo mine.csv >sample/data/.gitignore
echo excluded.txt >>.git/info/exclude
cat >pyproject.toml <<'TOML'
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "sample"
version = "1.0"
TOML

names() { grep -v -e PKG-INFO -e dist-info -e pyproject | sort | paste -sd ' '; }
../tools/bin/python -m hatchling build -d out >/dev/null 2>&1
seen=$(
  echo "git: $(git ls-files --others --exclude-standard | grep -v '^out/' | names)"
  echo "source distribution: $(tar -tzf out/sample-1.0.tar.gz | sed 's,^sample-1.0/,,' | names)"
  echo "wheel: $(python3 -c 'import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist(), sep="\n")' out/*.whl | names)"
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
git: .gitignore sample/__init__.py sample/data/.gitignore sample/data/rows.csv
source distribution: .gitignore excluded.txt sample/__init__.py sample/data/.gitignore sample/data/mine.csv sample/data/rows.csv
wheel: sample/__init__.py sample/data/.gitignore sample/data/mine.csv sample/data/rows.csv
TEXT
