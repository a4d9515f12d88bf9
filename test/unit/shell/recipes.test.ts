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
  const script = (...lines: string[]) => ['export DIR="build"', ...lines].join("\n");
  const built = [script("echo gen"), script("(mkdir -p build\n)", "(touch $HOME/build/$(uname)  more\n)")];
  test.each<Row>([
    ["", [...built, script("echo test"), script("echo done")]],
    ["all", [...built, script("echo test"), script("echo done")]],
    ["gen", [script("echo gen")]],
    ["clean", [...built, script("rm -r build"), script("rm x")]],
    ["gen test", [script("echo gen"), script("echo test")]],
    ["gen DIR=/srv", ['export DIR="/srv"\necho gen']],
    ["unknown gen", [script("echo gen")]],
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
  const script = (...lines: string[]) => ['export dir="build"', ...lines].join("\n");
  const needed = [script("echo x"), script("rm -r build")];
  test.each<Row>([
    ["gen shop", [script("echo shop")]],
    ["gen", [script("echo ${name}")]],
    ["after", [script("rm -r build")]],
    ["build web", [...needed, script("(mkdir build\n)", "(echo web\n)")]],
    ["build web a /srv", [...needed, script("(mkdir build\n)", "(echo web\n)")]],
    ["", [...needed, script("(mkdir build\n)", "(echo all\n)"), script("echo ${fast}")]],
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
