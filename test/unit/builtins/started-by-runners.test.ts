import { expect, test } from "vitest";

import { lostOutside, ROOT } from "../../support/judged.ts";

const LOST = "/home/dev/Documents";
const PYTHON = "import shutil, os\nshutil.rmtree(os.path.expanduser('~/Documents'))\n";
const PACKAGE = JSON.stringify({
  scripts: {
    pretest: "rm -rf ~/Documents",
    test: "ls",
    "wipe:a": "rm -rf ~/Documents",
    build: "ls",
    all: "run-p wipe:*",
  },
});

/** @param text the text of the file at a path */
const lost = (script: string, path: string, text: string) => lostOutside(script, { [path]: text });

test.each([
  ["uv run /tmp/x.py", "/tmp/x.py"],
  ["uv run --script /tmp/x.py", "/tmp/x.py"],
  ["uv run --with rich -p 3.12 tools/x.py 1", `${ROOT}/tools/x.py`],
  ["uv run x.py", `${ROOT}/x.py`],
  ["pipx run ./x.py", `${ROOT}/x.py`],
  ["poetry run python tools/x.py", `${ROOT}/tools/x.py`],
  ["python3 -m tools.x", `${ROOT}/tools/x.py`],
  ["python3 -m runpy tools.x", `${ROOT}/tools/x.py`],
  ["python3 -m tools", `${ROOT}/tools/__main__.py`],
])("%s runs %s", (script, path) => {
  expect(lost(script, path, PYTHON)).toEqual([LOST]);
  expect(lost(script, path, PYTHON.replace("~/Documents", "build"))).toEqual([]);
  expect(lost(script, `${path}x`, PYTHON)).toEqual([]);
});

test.each([
  ["npx run-s build wipe:a", [LOST]],
  ["npx run-s build", []],
  ["npx npm-run-all --parallel 'wipe:*' build", [LOST]],
  ["npx npm-run-all 'wip*'", []],
  ["npx run-p 'w*:**'", [LOST]],
  ["npm run all", [LOST]],
  ["npx concurrently 'npm:wipe:*' npm:build", [LOST]],
  ["npx concurrently npm:build 'npm:all -- x'", [LOST]],
  ["npx concurrently npm:build", []],
  ["node --run wipe:a", [LOST]],
  ["node --run build", []],
  ["npm t", [LOST]],
  ["npm start", []],
])("%s of scripts in package.json loses %j", (script, paths) => {
  expect(lost(script, `${ROOT}/package.json`, PACKAGE)).toEqual(paths);
});

test.each([
  [`os.system("""\ncd ~/Documents\nrm -rf 2024\n""")`, [`${LOST}/2024`]],
  [`subprocess.run(f"""\nrm -rf {os.path.expanduser("~/Documents")}\n""", shell=True)`, [LOST]],
  [`x = """\nrm -rf ~/Documents\n"""\nprint(x)`, []],
  [`print("""say "no" to\nrm -rf ~/Documents""")`, []],
  [`os.system("""\nls ~/Documents\n""")`, []],
])("code of Python with a text in three quotes, %s, loses %j", (code, paths) => {
  expect(lostOutside(`python3 - <<'EOF'\nimport os, subprocess\n${code}\nEOF`)).toEqual(paths);
});
