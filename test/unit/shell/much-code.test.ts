import { expect, test } from "vitest";

import { TooMuchScript } from "../../../shell/budget.ts";
import { withPlainPaths } from "../../../shell/plain-paths.ts";
import { recipesIn } from "../../../shell/recipes.ts";

const many = (count: number, piece: (at: number) => string, between = "\n") =>
  Array.from({ length: count }, (_, at) => piece(at)).join(between);

test.each([
  ["20,000 assignments", many(20_000, (at) => `x = x + "${at % 30}"`)],
  ["10,000 functions", many(10_000, (at) => `def f${at}(a):\n    return os.path.join(a, "x${at}")`)],
])("behind %s a path is still computed", (_, code) => {
  expect(withPlainPaths(`${code}\nos.remove(os.path.expanduser("~/a"))`)).toMatch(/os\.remove\("~\/a"\)$/);
});

test("texts that make twice as much of one another are too much", () => {
  const code = many(100, (at) => `p${at + 1} = p${at} + p${at}`);
  expect(() => withPlainPaths(`p0 = "~"\n${code}`)).toThrow(TooMuchScript);
});

test.each([
  [
    "make twice as much of one another",
    `${many(100, (at) => `V${at} = $(V${at + 1})$(V${at + 1})`)}\nV100 = a\nx:\n\trm $(V0)`,
  ],
  ["are items of a list in a list", `L = ${"a ".repeat(5000)}\nx:\n\trm $(foreach a,$(L),$(foreach b,$(L),$(a)$(b)))`],
  ["replace each letter by many", `A = ${"a".repeat(5000)}\nB = $(subst a,$(A),$(A))\nx:\n\trm $(B)`],
])("variables of make that %s are too much", (_, text) => {
  expect(() => recipesIn(text, "make").scriptsOf(["x"])).toThrow(TooMuchScript);
});

test("the recipe behind a long one is read", () => {
  const text = `x:\n\techo ${"$(A) ".repeat(20_000)}\n\trm b\n`;
  expect(recipesIn(text, "make").scriptsOf(["x"])[0]).toMatch(/\(rm b\n\)$/);
});

test("code has other paths where a fact of its surroundings is another", () => {
  const code = 'import os, sys\nos.remove(os.environ["PLACE"] + sys.argv[1] + os.path.dirname(__file__))';
  const paths = [
    { variable: () => "/a", given: ["b"], file: "/c/x.py" },
    { variable: () => "/z", given: ["b"], file: "/c/x.py" },
    { variable: () => "/a", given: ["z"], file: "/c/x.py" },
    { variable: () => "/a", given: ["b"], file: "/z/x.py" },
  ].map((context) => withPlainPaths(code, context).split("\n")[1]);
  expect(paths).toEqual(["/ab/c", "/zb/c", "/az/c", "/ab/z"].map((path) => `os.remove("${path}")`));
});
