import { expect, test } from "vitest";

import { lostOutside, ROOT } from "../../support/judged.ts";

/** Code that deletes the files of the list `list`, as the words of a command. */
const READERS = [
  `python3 -c 'import os\nfor line in open("list"):\n    os.remove(line.strip())'`,
  `python3 -c 'import os\nwith open("list") as f:\n    for line in f:\n        os.remove(line.rstrip())'`,
  `python3 -c 'from pathlib import Path\nfor p in Path("list").read_text().splitlines():\n    Path(p).unlink()'`,
  `python3 - <<'EOF'\nimport os, sys\n[os.unlink(p) for p in open("list").read().split()]\nEOF`,
  `node -e 'const fs = require("fs"); for (const f of fs.readFileSync("list", "utf8").split("\\n")) fs.unlinkSync(f)'`,
  `node -e 'const fs = require("fs"); fs.readFileSync("list", "utf8").trim().split("\\n").forEach((f) => fs.rmSync(f))'`,
  `ruby -e 'File.readlines("list", chomp: true).each { |f| File.delete(f) }'`,
  `perl -e 'open(F, "<", "list"); while (my $f = <F>) { chomp $f; unlink($f); }'`,
  `perl -ne 'chomp; unlink' list`,
];

/** Code that deletes the files whose names are its input. */
const FED = [
  `python3 -c 'import os, sys\nfor line in sys.stdin:\n    os.unlink(line.rstrip())'`,
  `python3 -c 'import os, sys\nfor line in sys.stdin.read().split():\n    os.unlink(line)'`,
  `node -e 'const fs = require("fs"); for (const f of fs.readFileSync(0, "utf8").split("\\n")) fs.unlinkSync(f)'`,
  `ruby -e 'STDIN.each_line { |f| File.delete(f.chomp) }'`,
  `ruby -ne 'File.delete($_.chomp)'`,
  `perl -lne 'unlink $_'`,
  `perl -e 'while (<STDIN>) { chomp; unlink $_; }'`,
];

test.each(READERS)("%s deletes the files that a list names", (script) => {
  const lost = (text: string) => lostOutside(script, { [`${ROOT}/list`]: text });
  expect(lost("src/a\n../b c\n").length).toBeGreaterThan(0);
  expect(lost("src/a\n/tmp/b\n")).toEqual([]);
  expect(lostOutside(script, { [`${ROOT}/other`]: "../b\n" })).toEqual([]);
});

test.each(FED)("%s deletes the files that are piped into it", (script) => {
  expect(lostOutside(`find ~/Documents -type f | ${script}`)).toEqual(["/home/dev/Documents"]);
  expect(lostOutside(`find src -type f | ${script}`)).toEqual([]);
  expect(lostOutside(`cat unknown | ${script}`)).toEqual([]);
  const printing = script.replace(/(?:os|fs|File)\.(?:unlink|unlinkSync|delete)|unlink/, "print");
  expect(lostOutside(`find ~/Documents -type f | ${printing}`)).toEqual([]);
});

test("a list of which code opens to write is not read", () => {
  const script = `python3 -c 'import os\nfor line in open("list", "w"):\n    os.remove(line)'`;
  expect(lostOutside(script, { [`${ROOT}/list`]: "../b\n" })).toEqual([]);
});
