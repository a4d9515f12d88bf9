import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { faultIn } from "../../../builtins/approve-calls.ts";
import { parsePattern } from "../../../builtins/approve-calls/call-pattern.ts";
import { isNamedScript } from "../../../builtins/approve-calls/is-named-script.ts";

const approves = (patterns: string[], script: string) => isNamedScript(script, patterns.map(parsePattern));

describe("a command that was named", () => {
  test.each([
    [["npm test"], "npm test"],
    [["npm test"], "npm   test -- --watch=false 'a b' \"c d\""],
    [["npm test"], "CI=1 FORCE_COLOR=0 npm test 2>&1 | tail -20"],
    [["npm test"], "npm test > /dev/null 2>&1"],
    [["npm test", "npm run lint"], "npm run lint && npm test; npm run lint || npm test\nnpm test"],
    [["npm test"], "bash -lc 'npm test'"],
    [["npx vitest run"], "npx vitest run test/unit/a.test.ts"],
    [["Bash(git log:*)"], "git log --oneline -5"],
    [["git log *"], "git log"],
    [["python manage.py test"], "python manage.py test app.tests"],
    [["bash scripts/ci.sh"], "bash scripts/ci.sh --fast"],
    [["docker compose ps"], "docker compose ps -a"],
    [["rg"], "rg -n 'a|b' src"],
  ])("%j approves %s", (patterns, script) => expect(approves(patterns, script)).toBe(true));

  test.each([
    [["npm test"], "npm test && rm -rf /"],
    [["npm test"], "npm test; evil"],
    [["npm test"], "npm test | sh"],
    [["npm test"], "npm test & evil"],
    [["npm test"], "npm test\nevil"],
    [["npm test"], "npm tester"],
    [["npm test"], "npm run test"],
    [["npm test"], "/tmp/npm test"],
    [["npm test"], "npm test $(evil)"],
    [["npm test"], "npm test `evil`"],
    [["npm test"], 'npm test "$(evil)"'],
    [["npm test"], "npm test <(evil)"],
    [["npm test"], "npm test > .git/hooks/pre-commit"],
    [["npm test"], "npm test >> ~/.bashrc"],
    [["npm test"], "npm test < /etc/passwd"],
    [["npm test"], "NODE_OPTIONS=--require=./evil.js npm test"],
    [["npm test"], "PATH=/tmp npm test"],
    [["npm test"], "CI=$(evil) npm test"],
    [["npm test"], "npm() { evil; }; npm test"],
    [["npm test"], "alias npm=evil; npm test"],
    [["npm test"], "npm test --script-shell=./evil"],
    [["npm test"], "npm test --prefix ../other"],
    [["npm test"], "time npm test"],
    [["npm test"], "sudo npm test"],
    [["npm test"], "bash -c 'npm test; evil'"],
    [["npm test"], "if true; then npm test; fi"],
    [["npm test"], "npm test | tail -20 /etc/passwd"],
    [["npm test"], "npm test # comment"],
    [["npm test"], ""],
    [["npm test"], "npm test \u00a0evil"],
    [["find ."], "find . -name a -exec rm x +"],
    [["find ."], "find . -delete"],
    [["git diff"], "git diff --output=/tmp/x"],
    [["git grep"], "git grep --open-files-in-pager=evil x"],
    [["rg"], "rg --pre evil x"],
    [["sort a"], "sort a -o /etc/passwd"],
    [["python manage.py"], "python manage.py -c 'evil'"],
    [["docker compose exec app"], "docker compose exec app sh -c 'evil'"],
    [["ssh host"], "ssh host evil"],
  ])("%j does not approve %s", (patterns, script) => expect(approves(patterns, script)).toBe(false));

  test.each([
    [[], "takes how commands begin"],
    [["npm test; evil"], "first words"],
    [["npm $X"], "first words"],
    [["*()"], "first words"],
    [["sudo"], "any command"],
    [["bash"], "any command"],
    [["bash -c"], "any command"],
    [["npx"], "any command"],
    [["python"], "any command"],
    [["node -e"], "any command"],
    [["npm test", "xargs"], "any command"],
    [["Bash(env A=./x bash)"], "any command"],
    [["Bash(sudo /bin/sh)"], "any command"],
    [["npm test", "Bash(make:*)", "Write(docs/**)", "mcp__tracker__*()"], undefined],
  ])("the fault in %j is: %s", (args, fault) => {
    if (fault === undefined) expect(faultIn(args)).toBeUndefined();
    else expect(faultIn(args)).toContain(fault);
  });
});

/** What bash and sh make of a script is the oracle: programs write down how they were called, and do nothing else. */
describe("a script that is approved runs what was named and nothing else", () => {
  let root: string;
  const at = (...names: string[]) => join(root, ...names);
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "snapveil-approve-")));
    for (const folder of ["bin", "work"]) mkdirSync(at(folder));
    for (const name of ["npm", "evil", "rm", "tail", "head", "x", "test"]) {
      writeFileSync(at("bin", name), `#!/bin/sh\nprintf '%s\\n' "${name} $*" >> "$LOG"\n`);
      chmodSync(at("bin", name), 0o755);
    }
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const pieces = fc.constantFrom(
    ..."npm test|npm|test|evil|rm|x| |  |;|&&|\n|&|$(evil)|`evil`|$(|)|`|'|\"|\\|\\\n|>|>>|<|/dev/null|y|2>&1|&>|<(evil)|#|=|A=|CI=1|PATH=.|{|}|(|!|*|--|tail -1|head|\t|~|-c|bash -c|sh|eval|if|then|do|$x|${x}|<<E|E"
      .split("|")
      .concat("|", "||", "npm test", "npm test ", " && npm test", " | tail -1", "'a b'", '"a b"'),
  );
  const scripts = fc.array(pieces, { minLength: 1, maxLength: 9 }).map((parts) => `npm test${parts.join("")}`);

  test.each(["bash", "sh"])("%s", (shell) => {
    let approved = 0;
    fc.assert(
      fc.property(scripts, (script) => {
        if (!approves(["npm test"], script)) return;
        approved += 1;
        rmSync(at("log"), { force: true });
        spawnSync(`/bin/${shell}`, ["-c", script], {
          cwd: at("work"),
          env: { PATH: at("bin"), LOG: at("log") },
          timeout: 5000,
        });
        const ran = existsSync(at("log")) ? readFileSync(at("log"), "utf8").trimEnd().split("\n") : [];
        expect(
          ran.filter((line) => !/^(?:npm test(?: |$)|tail -1|head *$)/.test(line)),
          JSON.stringify(script),
        ).toEqual([]);
        expect(readdirSync(at("work"))).toEqual([]);
      }),
      { numRuns: 4000 },
    );
    expect(approved).toBeGreaterThan(50);
  });
});
