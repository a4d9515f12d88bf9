import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { followAt } from "../../../shell/doors/script.ts";

const folder = mkdtempSync(join(tmpdir(), "as-bash-runs-"));
const [log, home, here] = ["log", "home", "here"].map((name) => join(folder, name)) as [string, string, string];
afterAll(() => rmSync(folder, { recursive: true, force: true }));
for (const path of [home, here]) mkdirSync(path);
// Prints its arguments into a file: each ends with the character 1, and each call with the character 2.
writeFileSync(join(folder, "probe"), `#!/bin/sh\n{ printf '%s\\001' "$@"; printf '\\002'; } >> ${log}\n`);
chmodSync(join(folder, "probe"), 0o755);

/** The arguments of each `probe` that bash runs. */
function byBash(script: string): string[][] {
  rmSync(log, { force: true });
  const env = { PATH: `${folder}:/usr/bin:/bin`, HOME: home, GIVEN: "of the environment" };
  const { status, stderr } = spawnSync("bash", ["-c", script], { cwd: here, env, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const calls = existsSync(log) ? readFileSync(log, "utf8").split("\x02").slice(0, -1) : [];
  return calls.map((call) => call.split("\x01").slice(0, -1));
}

/** The arguments of each `probe` that the reader finds. A word without a value may or may not be there. */
function byReader(script: string): string[][] {
  const calls: string[][] = [];
  followAt(
    script,
    here,
    { env: { HOME: home, GIVEN: "of the environment" } },
    {
      command({ words }) {
        if (words[0] === "probe") calls.push(words.slice(1).map((word) => word.replace(/^~(?=\/|$)/, home)));
      },
      starts: (_path, written) => written,
    },
  );
  return calls;
}

test.each([
  // Words.
  `probe a{b,c}d "x y"{1..3} f{08..11} {c..a} '{a,b}' a\\{b,c} "{1..2}"`,
  `D=q; probe "$D"/{a,b} "\${D}"{,.bak} \${D}{1,2} {$D,"$D/x y"}`,
  "probe {a,b{c,d}}e stash@{0} {} a{b}c",
  "X={a,b}; probe $X",
  `X='a  b'; probe $X "$X" x$X"$X"y`,
  "X=foo; probe ${X%o} ${X#f} ${X/o/0} ${X//o/0} ${X:1} ${X:0:2} ${X^^}",
  "X=foo P=X; probe ${!P}",
  `probe $'a\\tb\\x41' a\\ b "a\\"b" 'a'"b"c`,
  'probe $(echo a b) "$(echo a b)" `echo c` $(printf \'%s-%s\' a b) $(echo "$(echo d)")',
  "probe $(basename /a/b.txt) $(dirname /a/b/c)",
  "probe ~ ~/x $HOME/y $GIVEN",
  // Lists.
  'A=(one "t wo" three); probe "${A[@]}" "${A[1]}" "${A[@]:1}" "${A[@]:0:2}" "${A[*]}"',
  'A=(); A+=(x); A+=("y z"); probe "${A[@]}"',
  'A=(a b); A[1]=z; A[2]="q r"; probe "${A[@]}" "${A[1]}"',
  'declare -A M=([k]=v [j]="2 3"); probe "${M[k]}" "${M[j]}"',
  'declare -A M; M[k]=v; M[j]=w; M[k]=u; probe "${M[k]}" "${M[j]}"',
  'set -- p1 "p 2" p3; probe "$@" "$1" "${@:2}" "${@:2:1}"',
  'set -- p1 "p 2" p3; shift; probe "$@" "$1"; shift 1; probe "$@" end',
  'f() { local d=$1; shift; probe "$d" "$@"; }; f a b "c d"',
  'C=(probe "a b"); "${C[@]}" c',
  "C='probe a'; $C b",
  "read -r X Y <<< 'a'; probe $X",
  "printf -v X '%s/%s' a b; probe $X",
  // Commands around commands.
  "env X=1 probe a; X=1 probe b; command probe c; nohup probe d 2>/dev/null; timeout 5 probe e; ! probe f || :",
  "probe a | cat; probe b > /dev/null 2>&1; probe c & wait; { probe d; }; (probe e)",
  "if true; then probe a; fi; case foo in f*) probe b;; esac; for i in x; do probe $i; done",
  "echo a b | xargs probe pre; printf 'a' | xargs -I{} probe x {} y",
  "eval 'probe a'; X=b; eval \"probe $X\"; eval 'probe $X'; trap 'probe $X' EXIT",
  "printf 'probe %s\\n' a b | sh; bash <<'EOF'\nprobe c\nEOF\nX=d; bash <<EOF\nprobe $X\nEOF",
  "echo 'probe a' > s.sh; bash s.sh; . ./s.sh; source <(echo 'probe b')",
  'cat > t.sh <<\'EOF\'\nprobe "$1" "$2"\nEOF\nsh t.sh a "b c"',
  "shopt -s expand_aliases; alias zz='probe a'\nzz b",
  `f() { for x; do probe "$x"; done; }; f a "b c"; g() { while [ "$#" -gt 1 ]; do shift; done; probe "$1"; }; g a b`,
  // In order: what a command changes is known to the next.
  `mkdir -p sub; cd sub && probe "$PWD" "$(pwd)"; cd ..; probe "$PWD"`,
  `X=a; eval 'probe $X'; X=b; eval 'probe $X'; . <(echo 'probe $X')`,
  ': "${X:=a b}"; probe "$X"; probe "${Y:-"c d"}" "${Z:-"$X/e f"}"',
  `{ echo 'probe a'; echo 'probe b'; } | sh; (echo 'probe c') > v.sh; sh v.sh; if true; then echo 'probe d'; fi | sh`,
  "cat <<E > w.sh; sh w.sh\nprobe a\nE",
  // A loop, item by item.
  `for d in a "b c"; do probe "$d/x"; done; for d in {1..3}; do probe $d; done; for d in x; do probe $d; done`,
  `for d in a b; do for e in 1 2; do probe $d$e; done; probe $d; done | cat; probe end`,
  `A=(a "b c"); for d in "\${A[@]}"; do (cd . && probe "$d"); done; set -- q "r s"; for d; do probe "$d"; done`,
  'for d in a b\ndo\n  if true; then probe "$d"; fi\n  while probe w $d; do break; done\ndone',
  `for d in a b; do probe "$(cat <<E\n$d done\nE\n)" done; done; f() { for d in "$@"; do probe "$d"; done; }; f u "v w"`,
  'for d in 1 2 3 4 5 6 7 8 9 "10 11"; do probe "$d"; done; for d in a b; { probe $d; break; }',
  // A function, with the folder, the variables and the input of each call.
  `go() { cd sub; probe "$PWD"; }; mkdir -p sub; probe "$PWD"; (go); probe "$PWD"; go; probe "$PWD"`,
  `f()\n{\n  if true; then { cd sub; }; fi\n}\nmkdir -p sub; probe "$PWD"; f; probe "$PWD"; (cd ..; probe "$PWD")`,
  `g() (\n  cd sub; probe "$PWD"\n)\nmkdir -p sub; g; probe "$PWD"; h()\n(\n cd sub\n)\nh; probe "$PWD"`,
  `f() { probe "$X" "$PWD"; }; mkdir -p sub; X=a; f; X=b; cd sub; f; unset X; (cd ..; f)`,
  "a() { b; cd ..; }; b() { cd sub/inner; }; mkdir -p sub/inner; a; probe $PWD",
  "f() { cat <<E\nprobe a $1\nE\n}; f x | sh; g() { cat; }; echo 'probe b' | g | sh; f y > f.sh; sh f.sh",
  `mkdir -p sub; eval "cd sub"; probe "$PWD"; echo 'cd ..' > s.sh; . ./s.sh; probe "$PWD"; trap 'cd /' EXIT; probe "$PWD"`,
  // Brackets after words of the grammar.
  `mkdir -p sub; for d in sub; do (cd $d; probe "$PWD"); probe "$PWD"; done; if (cd sub); then (cd sub); probe "$PWD"; fi`,
  `mkdir -p sub; (cd sub; (bash -c 'probe a'); probe "$PWD"); for i in 1 2; do ((i++)); (cd sub); probe "$PWD"; done`,
  // A child has what is exported, and nothing else of the script's.
  `X=a; export Y=b; declare -x Z=c; bash -c 'probe "$X" $Y $Z "$GIVEN"'`,
  `X=a bash -c 'probe $X'; X=a; X=b bash -c 'probe $X'; probe $X; bash -c 'probe "$X"'`,
  `GIVEN=changed; bash -c 'probe $GIVEN'`,
  `set -a; X=a; bash -c 'probe $X'`,
  `X=a; echo 'probe "$X"' > u.sh; bash u.sh; . ./u.sh; X=b bash u.sh; (. ./u.sh)`,
  `X=a; bash -c "probe $X"; f() { probe $X; }; f`,
  `X=a; printf 1 | xargs -I{} sh -c 'probe "$X" {}'; find . -maxdepth 0 -exec sh -c 'probe "$X" "$1"' _ b \\;`,
])("each call that bash runs is found: %s", (script) => {
  const found = new Set(byReader(script).map((call) => JSON.stringify(call)));
  const ran = byBash(script);
  expect(ran.length).toBeGreaterThan(0);
  expect(ran.filter((call) => !found.has(JSON.stringify(call)))).toEqual([]);
});

test("no item of a loop is left out where the body is too long to be read for each", () => {
  const body = `: ${"x".repeat(30_000)}`;
  const calls = byReader(`for d in a b c d; do ${body}; for e in 1 2 3; do ${body}; probe "$d" "$e"; done; done`);
  const read = calls.flat().join(" ");
  for (const item of ["a", "b", "c", "d", "1", "2", "3"]) expect(read).toContain(item);
});

test("a loop over a long range of numbers is read with the first and the last of them", () => {
  const read = byReader("for i in a {1..100000} '{1..9999}'; do probe $i; done").flat().join(" ");
  for (const item of ["a", "1", "32", "100000", "{1..9999}"]) expect(read.split(" ")).toContain(item);
  expect(() => byReader("probe {1..100000}")).toThrow();
});

test.each([
  ["for d in a b\n  probe $d\nend\nfor e in c d\n  probe $e\nend", "a b c d"],
  ["for d in a b; { probe $d; }", "a b"],
  ["for d in a b; do probe $d", "a b"],
])("a loop without `done` is read with all its items: %s", (script, items) => {
  expect(byReader(script).flat().join(" ").split(" ")).toEqual(expect.arrayContaining(items.split(" ")));
});

test("the definition of a function changes no folder", () => {
  expect(byReader('f() { cd /usr; }; probe "$PWD"; g() { cd "$1"; }\nprobe "$PWD"')).toEqual([[here], [here]]);
});
