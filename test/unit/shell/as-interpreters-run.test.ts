import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { withoutComments } from "../../../shell/doors/code.ts";
import { followAt } from "../../../shell/doors/script.ts";

const folder = mkdtempSync(join(tmpdir(), "as-interpreters-run-"));
const [log, home, here] = ["log", "home", "here"].map((name) => join(folder, name)) as [string, string, string];
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// Prints its arguments into a file: each ends with the character 1, and each call with the character 2.
mkdirSync(home);
writeFileSync(join(folder, "probe"), `#!/bin/sh\n{ printf '%s\\001' "$@"; printf '\\002'; } >> ${log}\n`);
chmodSync(join(folder, "probe"), 0o755);

const ENV = { PATH: `${folder}:${dirname(process.execPath)}:${process.env["PATH"]}`, HOME: home, GIVEN: "given" };
type Files = Readonly<Record<string, string>>;

/** The arguments of each `probe` that a command really runs. */
function byRunning(script: string): string[] {
  rmSync(log, { force: true });
  const { status, stderr } = spawnSync("bash", ["-c", script], { cwd: here, env: ENV, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const calls = existsSync(log) ? readFileSync(log, "utf8").split("\x02").slice(0, -1) : [];
  return calls.map((call) => call.split("\x01").slice(0, -1).join(" "));
}

/** The arguments of each `probe` that the reader finds. */
function byReader(script: string, files: Files): string[] {
  const calls: string[] = [];
  const textOf = (path: string, written: string | undefined) => written ?? files[path.replace(`${here}/`, "")];
  followAt(
    script,
    here,
    { env: { HOME: home, GIVEN: "given" } },
    {
      command({ words }) {
        if (words[0] === "probe")
          calls.push(
            words
              .slice(1)
              .join(" ")
              .replaceAll(/(?<![^ ])~(?=\/|$| )/g, home),
          );
      },
      starts: textOf,
      shows: textOf,
      includes: textOf,
    },
  );
  return calls;
}

const NODE = "const { execSync: sh, spawnSync } = require('child_process'); const path = require('path');\n";
const py = (code: string, ...given: string[]) => `python3 - ${given.join(" ")} <<'EOF'\n${code}\nEOF`;
const js = (code: string) => `node - <<'EOF'\n${NODE}${code}\nEOF`;

const CASES: readonly (readonly [script: string, files?: Files])[] = [
  // Python: values, functions, arguments, modules.
  [py("import os\np = os.path.join(os.path.expanduser('~'), 'a')\nos.system(f'probe {p}')")],
  [py("import subprocess\nfor d in ['a', 'b']:\n    subprocess.run(['probe', d])")],
  [py("import subprocess\ncmd = ['probe', 'a', 'b']\nsubprocess.run(cmd)")],
  [py("import os\ndef f(where):\n    os.system('probe ' + where)\nf('a')\nf('b')")],
  [
    py(
      "import os\nclass C:\n    def __init__(self, root):\n        self.root = root\n    def go(self):\n        os.system(f'probe {self.root}')\nC('a').go()",
    ),
  ],
  [py("import os, sys\nfor p in sys.argv[1:]:\n    os.system('probe ' + p)", "a", "b")],
  [
    py(
      "import os\nd = {'x': 'a', 'y': 'b'}\nfor k, v in d.items():\n    os.system(f'probe {v}')\nos.system('probe ' + os.environ['GIVEN'])",
    ),
  ],
  [
    "python3 x.py a",
    {
      "x.py": "import sys\nfrom lib.m import go\ngo(sys.argv[1])\n",
      "lib/__init__.py": "",
      "lib/m.py": "import os\ndef go(p):\n    os.system('probe ' + p)\n",
    },
  ],
  ['X=a python3 -c \'import os; os.system("probe " + os.environ["X"])\''],
  [
    py(
      "import os\nos.system('probe %s/%s' % ('a', 'b'))\nos.system('probe {}'.format('c'))\nos.system(' '.join(['probe', 'd']))",
    ),
  ],
  // Node.
  [js("const d = process.env.NONE ?? `a`; sh(`probe ${d} ${path.join('b', 'c')}`);")],
  [js("const dirs = ['a', 'b'].map((d) => path.join('x', d)); dirs.forEach((d) => spawnSync('probe', [d]));")],
  [js("const go = (list) => list.forEach((p) => sh(`probe ${p}`)); go(['a', 'b']);")],
  [
    js(
      "const { GIVEN } = process.env; class S { constructor(r) { this.r = r; } get d() { return this.r + '/x'; } go() { sh(`probe ${this.d}`); } } new S(GIVEN).go();",
    ),
  ],
  [
    "node m.js",
    {
      "m.js": "const { go } = require('./lib');\ngo('a');\n",
      "lib.js": "exports.go = (p) => require('child_process').execSync('probe ' + p);\n",
    },
  ],
  // make.
  [
    "make -s",
    {
      Makefile: "include c.mk\nall: one two\none:\n\tprobe $(D)\ntwo-%:\n\tprobe $*\ntwo: $(addprefix two-,x y)\n",
      "c.mk": "D = a\n",
    },
  ],
  [
    "make -s go ENV=prod",
    {
      Makefile:
        "ifeq ($(ENV),prod)\nD = a\nelse\nD = b\nendif\ndefine run\nprobe $(1) $(D)\nendef\ngo:\n\t$(call run,x)\n\tcd /; probe $$HOME\n\tprobe $(notdir $(CURDIR)/q) $@\n",
    },
  ],
  ["make -s", { Makefile: "all:\n\t@$(MAKE) -s -C sub deep\n", "sub/Makefile": "deep:\n\tprobe a\n" }],
  ["make -s", { Makefile: ".ONESHELL:\nall:\n\tX=a\n\tprobe $$X\n" }],
];

/** Plays one case really, and then compares the calls. */
function compare(script: string, files: Files | undefined = {}): void {
  rmSync(here, { recursive: true, force: true });
  mkdirSync(here);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(here, name)), { recursive: true });
    writeFileSync(join(here, name), text);
  }
  const ran = byRunning(script);
  const found = new Set(byReader(script, files));
  expect(ran.length).toBeGreaterThan(0);
  expect(ran.filter((call) => !found.has(call))).toEqual([]);
}

describe.skipIf(process.platform === "win32")("each call that an interpreter runs is found", () => {
  const isThere = (program: string) => spawnSync(program, ["--version"]).status === 0;
  const without = ["python3", "make"].filter((program) => !isThere(program));
  for (const [script, files] of CASES)
    test.skipIf(without.some((program) => script.includes(`${program} `)))(script, () => compare(script, files));
});

test("of an imported module, functions that nobody names and the part for its own start are left out", () => {
  const lib =
    "import os\ndef one():\n    os.system('probe one')\ndef two():\n    os.system('probe two')\nif __name__ == '__main__':\n    os.system('probe main')\n";
  expect(byReader("python3 -c 'import lib; lib.one()'", { "lib.py": lib })).toEqual(["one"]);
});

const AT_LINE_STARTS = "'probe no'";

test.each([
  py(`import os\n# os.system(${AT_LINE_STARTS})\n#os.system(${AT_LINE_STARTS})\nprint(1)`),
  js(`/**\n * Calls \`probe no\`, as sh(${AT_LINE_STARTS}) does.\n */\n// sh(${AT_LINE_STARTS});\nprint(1);`),
  `ruby - <<'EOF'\n=begin\nsystem ${AT_LINE_STARTS}\n=end\n# \`probe no\`\nputs 1\nEOF`,
  `perl - <<'EOF'\n=head1 NAME\n\n=over\n\n\`probe no\`\n\n=cut\nprint 1;\nEOF`,
  py(
    `"""Calls os.system(${AT_LINE_STARTS})."""\nimport os\ndef f():\n    """\n    os.system(${AT_LINE_STARTS})\n    """\nf()`,
  ),
])("a comment runs nothing: %s", (script) => {
  expect(byReader(script, {})).toEqual([]);
});

test("a text in three quotes that is an argument is no comment", () => {
  const code = 'import os\nos.system(\n"""probe one"""\n)';
  expect(withoutComments(code)).toBe(code);
});

test("code between two comments, and a private member of JavaScript, are read", () => {
  const code = "/* a */\nsh('probe one');\n/* b */\nclass C {\n#go() { sh('probe two'); }\n#x = sh('probe three');\n}";
  expect(byReader(js(code), {})).toEqual(["one", "two", "three"]);
});
