import { expect, test } from "vitest";

import { followCall } from "../../../call/follow-call.ts";

/** The commands that a script comes to, in order. */
function commandsOf(command: string): string[] {
  const seen: string[] = [];
  followCall(
    { toolInput: { command }, cwd: "/w" },
    {},
    {
      command({ words }) {
        if (words.length > 0) seen.push(words.map((word) => (/\s/.test(word) ? `'${word}'` : word)).join(" "));
        return [];
      },
    },
  );
  return seen;
}

test.each([
  ["a list", `a=(-r "b c"); rm "\${a[@]}" d`, "rm -r 'b c' d"],
  ["a list that grows", "a=(-r); a+=(-f b); rm ${a[@]}", "rm -r -f b"],
  ["a list over several lines", "a=(\n  -r # all\n  b\n)\nrm ${a[@]}", "rm -r b"],
  ["a declared list", "local -a a=(b c); rm ${a[@]}", "rm b c"],
  ["one word of a list", "a=(b c); rm ${a[1]}", "rm c"],
  ["all words in one", 'a=(b c); rm "${a[*]}"', "rm 'b c'"],
  ["a list as a command", 'a=(rm -r b); "${a[@]}"', "rm -r b"],
  ["what a script is given", 'set -- -r b; rm "$@"', "rm -r b"],
  ["what a shell is given", `bash -c 'rm "$@" $1' sh -r b`, "rm -r b -r"],
  ["what a function is given", 'f() { rm -f "$@"; }; f b c', "rm -f b c"],
  ["one word of it", 'function f { rm "$2"; }; f b c', "rm c"],
  ["a function in a function", 'g() { rm "$1"; }\nf() { g "$2"; }\nf b c', "rm c"],
  ["braces", "{rm,-r,b}", "rm -r b"],
])("%s is as many words as it has", (_what, script, command) => expect(commandsOf(script)).toContain(command));

test("quoted braces, and those that hold one word, stay", () => {
  expect(commandsOf("echo '{a,b}' stash@{0} {a}")).toEqual(["echo {a,b} stash@{0} {a}"]);
});

test("a pattern in brackets is a word, and a negated group is none", () => {
  expect(commandsOf("rm -rf !(a|b c) @(d|e)f; ls")).toEqual(["rm -rf '!(a|b c)' @(d|e)f", "ls"]);
  expect(commandsOf("if !(grep x y); then rm z; fi")).toEqual(["grep x y", "rm z"]);
  expect(commandsOf("f() { rm a; }; a=$((1+(2))); case x in @(y)) rm b;; esac")).toContain("rm a");
});

test("a path of Windows may end before the closing quote", () => {
  expect(commandsOf('echo "say \\"no\\""')).toEqual(["echo 'say \"no\"'"]);
  expect(commandsOf('powershell -Command "rd C:\\"')).toEqual(["rd C:\\"]);
});

test("what a function is given is gone behind it", () => {
  expect(commandsOf('set -- b; f() { rm "$1"; }; f c; rm "$1"')).toEqual(expect.arrayContaining(["rm c", "rm b"]));
});

test("functions that call themselves come to an end", () => {
  expect(commandsOf('f() { f "$@"; f "$@"; }; f b').length).toBeLessThan(200);
});
