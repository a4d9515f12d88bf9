import { describe, expect, test } from "vitest";

import { worldOfEachTest } from "../../support/temporary-world.ts";
import { verdictOn } from "../../support/verdict-on.ts";

const world = worldOfEachTest(
  [
    "git init -q . && mkdir scripts src ~/papers && echo 1 > ~/papers/a.txt && echo a > src/a.js",
    "echo . ./more.sh > scripts/takes.sh && echo \"import '../more.mjs';\" > scripts/takes.mjs",
    "git add -A && git commit -qm first",
    "echo ~/papers > list && printf 'rm -rf\\n' > verbs && echo [\\\"$HOME/papers\\\"] > list.json && echo ~/papers,x > list.csv",
    "echo rm -rf ~/papers > more.sh && echo \"fs.rmSync('$HOME/papers')\" > more.mjs",
    "echo \"os.system('rm -rf ~/papers')\" > more.py && seq 1500 > long && echo ~/papers >> long && echo one > other",
  ].join(" && "),
);

const judge = (command: string) => verdictOn(world, command);

describe("a text that is run as a script is asked about by what it deletes:", () => {
  test.each([
    "sed 's/^/rm -rf /' list | sh",
    "cat list | sed 's#^#rm -rf #' | bash",
    "sed -e 's/.*/rm -rf \"&\"/' < list | sh -s",
    "sed -E 's/(.+)/rm -rf \\1/' list | sh",
    "sed -n '1e rm -rf ~/papers' list",
    "sed 's/.*/rm -rf &/e' list",
    "awk '{ print \"rm -rf \" $0 }' list | sh",
    'awk \'{ print "rm -rf " $1 | "sh" }\' list',
    "awk '{ printf \"rm -rf %s\\n\", $1 }' list | sh",
    "awk '{ system(\"rm -rf \" $1) }' list",
    "awk 'BEGIN { \"rm -rf ~/papers\" | getline x }'",
    "paste -d' ' verbs list | sh",
    "jq -r '\"rm -rf \" + .[]' list.json | sh",
    "jq -r '.[]' list.json | xargs rm -rf",
    "tr ',' '\\n' < list.csv | xargs rm -rf",
    "python3 -c 'print(\"rm -rf ~/papers\")' | sh",
  ])("%s", async (command) => expect(await judge(command)).toBe("ask"));
});

describe("so are lists that code and loops read:", () => {
  test.each([
    "ruby -e 'File.foreach(\"list\") { |f| File.delete(f.chomp) }'",
    'node -e \'const rl = require("readline").createInterface({ input: fs.createReadStream("list") }); rl.on("line", l => fs.rmSync(l))\'',
    "perl -e 'open F, \"list\"; while (<F>) { chomp; unlink $_ }'",
    "php -r 'foreach (file(\"list\") as $f) unlink(trim($f));'",
    'while read d; do echo "$d" | while read e; do rm -rf "$e"; done; done < list',
    'while read a; do while read b; do rm -rf "$b"; done < list; done < other',
    'while read f; do rm -rf "$f"; done < long',
    "rsync -a --files-from=list --remove-source-files ~/papers/ /tmp/x/",
  ])("%s", async (command) => expect(await judge(command)).toBe("ask"));
});

describe("so are files that are started by a module's name, or taken in by a committed script:", () => {
  test.each([
    "uv run -m more",
    "python3 -c 'import runpy; runpy.run_path(\"more.py\")'",
    "python3 -c 'import runpy; runpy.run_module(\"more\")'",
    "sh scripts/takes.sh",
    "node scripts/takes.mjs",
  ])("%s", async (command) => expect(await judge(command)).toBe("ask"));
});

describe("so is an edit in place of a file outside of the project without a copy:", () => {
  test.each([
    "sed -i s/1/2/ ~/papers/a.txt",
    "perl -pi -e s/1/2/ ~/papers/a.txt",
    "ruby -pi -e 'gsub(/1/, \"2\")' ~/papers/a.txt",
    "awk -i inplace '{ print $1 }' ~/papers/a.txt",
    "sed -i.bak s/1/2/ ~/papers/a.txt && rm ~/papers/a.txt.bak",
  ])("%s", async (command) => expect(await judge(command)).toBe("ask"));
});

describe("what deletes nothing is no question:", () => {
  test.each([
    "sed 's/^/echo /' list | sh",
    "find . -name '*.js' | sed 's/^/node --check /' | sh",
    "awk '{ print $1 | \"sort\" }' list",
    "awk 'BEGIN { \"date\" | getline d; print d }'",
    "jq -r '.[]' list.json",
    "tr ',' '\\n' < list.csv | sort -u",
    'while read f; do wc -l "$f"; done < long',
    'while read a; do while read b; do echo "$a $b"; done < list; done < other',
    "ruby -e 'File.foreach(\"list\") { |f| puts f }'",
    "python3 -c 'print(\"echo hi there\")' | sh",
    "sed -i s/a/b/ src/a.js",
    "perl -pi.bak -e s/1/2/ ~/papers/a.txt",
    "sed -i s/1/2/ ~/none",
    "rsync -a --delete src/ dist/",
  ])("%s", async (command) => expect(await judge(command)).toBeUndefined());
});
