import { expect, test } from "vitest";

import { withPlainPaths } from "../../../shell/plain-paths.ts";
import { writingsInCode } from "../../../shell/writings-in-code.ts";

test.each([
  ["open('a', 'w')", "cat > a"],
  ["open('a', mode='wb')", "cat > a"],
  ["open('a', mode = 'w')", "cat > a"],
  ["fs.openSync('a', 'w')", "cat > a"],
  ["fopen('a', 'w')", "cat > a"],
  ["File.open('a', 'w')", "cat > a"],
  ["open(my $f, '>', 'a')", "cat > a"],
  ["open($f, '>a')", "cat > a"],
  ["writeFileSync('a', x)", "cat > a"],
  ["Path('a').write_text(x)", "cat > a"],
  ["'a'.write_bytes(x)", "cat > a"],
  ["shutil.move('a', 'b')", "mv -- a b"],
  ["shutil.copy('a', 'b')", "cp -- a b"],
  ["fs.renameSync('a', 'b')", "mv -- a b"],
])("%s overwrites a file", (code, script) => {
  expect(writingsInCode(code)).toEqual([script]);
});

test.each(["open('a')", "open('a', 'r')", "open('a', mode='a')", "open('a', 'a')", "open(my $f, '>>', 'a')"])(
  "%s overwrites none",
  (code) => {
    expect(writingsInCode(code)).toEqual([]);
  },
);

test.each([
  ["a member", "f = 'a'\nobj.f.run()"],
  ["a name that is assigned", "f = 'a'\nf = g()"],
  ["a key", "f = 'a'\nx = { f: 1 }"],
  ["a parameter", "f = 'a'\ndef f(x): pass"],
  ["a name that is imported", "f = 'a'\nimport f"],
])("%s of a variable's name stays as it is", (_, code) => {
  expect(withPlainPaths(code)).toBe(code);
});

test("a variable elsewhere becomes the text that it holds", () => {
  expect(withPlainPaths("f = 'a'\nrun(f)")).toBe("f = 'a'\nrun(\"a\")");
});
