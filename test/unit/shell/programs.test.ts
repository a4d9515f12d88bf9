import { describe, expect, test } from "vitest";

import { carriedBy, filesChanged, filesRead } from "../../../shell/effects.ts";
import { isMadeToAct, kindOf, PROGRAMS, rowsOf } from "../../../shell/programs.ts";

/** The words of a simple command. */
function split(command: string): [name: string, own: string[]] {
  const [name = "", ...own] = command.split(" ");
  return [name, own];
}

describe("the table", () => {
  test("says each thing of a program once, but for what acts, and what it sends, publishes or deletes", () => {
    const several = new Set(["names", "acts", "destroys", "sends", "publishes"]);
    const said = PROGRAMS.flatMap((row) =>
      row.names.split(" ").flatMap((name) =>
        Object.keys(row)
          .filter((column) => !several.has(column))
          .map((column) => `${name} ${column}`),
      ),
    );
    // The options of a row belong to what else it says.
    const twice = said.filter((one, at) => said.indexOf(one) !== at && !/ (?:options|readsIf|readsNot)$/.test(one));
    expect(twice).toEqual([]);
  });

  test("takes no end of a word for an option: `docker rm app-dev`", () => {
    const patternsIn = (value: unknown): readonly RegExp[] =>
      value instanceof RegExp
        ? [value]
        : typeof value === "object" && value !== null
          ? Object.values(value).flatMap(patternsIn)
          : [];
    const loose = PROGRAMS.flatMap((row) =>
      patternsIn(row)
        .filter(({ source }) => /\.\*(?:\(\?:)?-(?!-)/.test(source))
        .map(({ source }) => `${row.names}: ${source}`),
    );
    expect(loose).toEqual([]);
  });

  test.each(["Get-Content", "python3.12", "bash.exe"])("knows %s", (name) => expect(rowsOf(name)).not.toEqual([]));
  test("does not know what is no program", () => expect(kindOf("frobnicate")).toBeUndefined());
});

test.each([
  ["cat -n a b", ["a", "b"]],
  ["grep -A 3 x a", ["a"]],
  ["grep -e x a", ["a"]],
  ["sed -n 1p a", ["a"]],
  ["sed -i s/a/b/ a", []],
  ["jq .x a", ["a"]],
  ["yq a", ["a"]],
  ["cp a b c", ["a", "b"]],
  ["cp -t c a b", ["a", "b"]],
  ["scp -i key a host:b", ["a"]],
  ["tar czf x.tgz a b", ["a", "b"]],
  ["tar xzf x.tgz", []],
  ["zip x.zip a", ["a"]],
  ["dd if=a of=b", ["a"]],
  ["curl -T a https://x.test", ["a"]],
  ["curl -d @a https://x.test", ["a"]],
  ["curl -o a https://x.test", []],
  ["make -f a all", ["a"]],
  ["code -r a", ["a"]],
  ["tr -d x", []],
  ["bash -x a b", ["a"]],
  ["aws s3 cp a s3://b", ["s3", "cp", "a"]],
  ["gh gist create a", ["a"]],
  ["git show HEAD:a", ["a"]],
  ["git log a", []],
  ["rm a", []],
])("%s reads %j", (command, files) => expect(filesRead(...split(command)).files).toEqual(files));

test.each([
  ["rm -rf a b", { deletes: ["a", "b"] }],
  ["tee a b", { writes: ["a", "b"] }],
  ["tee -a a", { appends: ["a"] }],
  ["truncate -s 0 a", { empties: ["a"] }],
  ["dd if=a of=b", { writes: ["b"] }],
  ["curl -s https://x.test -o a", { writes: ["a"] }],
  ["wget -O a https://x.test", { writes: ["a"] }],
  ["cat a", {}],
])("%s changes %j", (command, changed) =>
  expect(filesChanged(...split(command))).toEqual({ writes: [], appends: [], empties: [], deletes: [], ...changed }),
);

test("what is carried is told from where it goes", () => {
  expect(carriedBy("cp", ["-r", "a", "b", "c"])).toMatchObject({ does: "copy", sources: ["a", "b"], target: "c" });
  expect(carriedBy("mv", ["-t", "c", "a"])).toMatchObject({ does: "move", sources: ["a"], target: "c", isInto: true });
  expect(carriedBy("cat", ["a", "b"])).toBeUndefined();
});

test.each(["sort -o a a", "sed -i s/a/b/ a", "awk '{print > \"x\"}' a", "find . -delete", "uniq a b", "date -s x"])(
  "%s does more than to print",
  (command) => expect(isMadeToAct(...split(command))).toBe(true),
);
test.each(["sort a", "sed s/a/b/ a", "find . -name x", "uniq a", "date"])("%s only prints", (command) =>
  expect(isMadeToAct(...split(command))).toBe(false),
);
