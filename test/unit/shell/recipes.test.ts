import { describe, expect, test } from "vitest";

import { recipesIn } from "../../../shell/recipes.ts";

type Row = readonly [words: string, scripts: readonly string[]];

function scriptsOf(text: string, kind: Parameters<typeof recipesIn>[1], words: string): readonly string[] {
  return recipesIn(text, kind).scriptsOf(words.split(" ").filter((word) => word !== ""));
}

const MAKE = `export DIR ?= build
OUT := $(DIR)/$(shell uname)

.PHONY: clean all
all: build test ; @echo done
build: gen
\t@mkdir -p $(DIR)
\t-touch $$HOME/\${OUT} \\
  more
gen test:
\t+echo $@
clean:: build
\trm -r $(DIR)
clean::
\trm x
`;

describe("a makefile", () => {
  const set = ['DIR="build"', 'OUT="${DIR}/$(uname)"'];
  const script = (...lines: string[]) => [...set, ...lines].join("\n");
  const built = [script("echo $@"), script("mkdir -p ${DIR}", "touch $HOME/${OUT}    more")];
  test.each<Row>([
    ["", [...built, script("echo $@"), script("echo done")]],
    ["all", [...built, script("echo $@"), script("echo done")]],
    ["gen", [script("echo $@")]],
    ["clean", [...built, script("rm -r ${DIR}", "rm x")]],
    ["gen test", [script("echo $@"), script("echo $@")]],
    ["gen DIR=/srv", [script("DIR=/srv", "echo $@")]],
    ["unknown gen", [script("echo $@")]],
  ])("runs with %j", (words, scripts) => expect(scriptsOf(MAKE, "make", words)).toEqual(scripts));
});

const JUST = `export dir := "build"
mode := fast

@default: build
    echo {{mode}}
build target="all" *rest: (gen "x") && after
    -mkdir {{ dir }}
    @echo {{target}}
gen name:
    echo {{name}}
after:
    rm -r {{dir}}
`;

describe("a justfile", () => {
  const set = ['dir="build"', "mode=fast"];
  const script = (...lines: string[]) => [...set, ...lines].join("\n");
  test.each<Row>([
    ["gen shop", [script("name=shop", "echo ${name}")]],
    ["gen", [script("echo ${name}")]],
    ["after", [script("rm -r ${dir}")]],
    [
      "build web",
      [script("echo ${name}"), script("rm -r ${dir}"), script("target=web", "mkdir ${dir}", "echo ${target}")],
    ],
    [
      "build web a /srv",
      [
        script("echo ${name}"),
        script("rm -r ${dir}"),
        script("target=web", "rest='a /srv'", "mkdir ${dir}", "echo ${target}"),
      ],
    ],
    [
      "",
      [
        script("echo ${name}"),
        script("rm -r ${dir}"),
        script('target="all"', "mkdir ${dir}", "echo ${target}"),
        script("echo ${mode}"),
      ],
    ],
  ])("runs with %j", (words, scripts) => expect(scriptsOf(JUST, "just", words)).toEqual(scripts));
});

describe("a package.json", () => {
  const text = JSON.stringify({ scripts: { prebuild: "a", build: "b", postbuild: "c", test: "t", odd: 1 } });
  test.each<Row>([
    ["run build", ["a", "b", "c"]],
    ["test --watch", ["t --watch"]],
    ["run odd", []],
    ["run toString", []],
    ["", []],
  ])("runs with %j", (words, scripts) => expect(scriptsOf(text, "package", words)).toEqual(scripts));

  test.each(["", "[]", "{", '{"scripts":[]}', '{"scripts":{"a":null}}'])("runs nothing of %j", (odd) => {
    expect([recipesIn(odd, "package").has("a"), scriptsOf(odd, "package", "a")]).toEqual([false, []]);
  });
});

test.each([
  ["make", "a:\n\trm x\n", "a", "b"],
  ["just", "a:\n  rm x\n", "a", "b"],
  ["package", '{"scripts":{"a":"rm x"}}', "a", "toString"],
] as const)("of a file of %s the names are known", (kind, text, there, missing) => {
  const { has } = recipesIn(text, kind);
  expect([has(there), has(missing)]).toEqual([true, false]);
});

test.each([
  ["make", (name: string, need: string) => `${name}: ${need}\n\techo ${name}\n`],
  ["just", (name: string, need: string) => `${name}: ${need}\n  echo ${name}\n`],
] as const)("of recipes of %s that need one another, each runs once, and fifty at most", (kind, rule) => {
  expect(scriptsOf(rule("a", "b") + rule("b", "a"), kind, "a")).toEqual(["echo b", "echo a"]);
  const long = Array.from({ length: 60 }, (_, at) => rule(`r${at}`, `r${at + 1}`)).join("");
  expect(scriptsOf(long, kind, "r0").length).toBe(50);
});
