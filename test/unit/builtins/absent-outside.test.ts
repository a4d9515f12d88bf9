import { describe, expect, test } from "vitest";

import { worldOfEachTest } from "../../support/temporary-world.ts";
import { verdictOn } from "../../support/verdict-on.ts";

const world = worldOfEachTest(
  "git init -q . && mkdir src && echo 'echo hi' > run.sh && git add -A && mkdir ~/papers ~/locked && echo 1 > ~/papers/a.txt",
);

const judge = (command: string) => verdictOn(world, command);

describe("nothing is lost where nothing is:", () => {
  test.each([
    "rm -rf ~/none && echo ok",
    "test -d ~/none && rm -rf ~/none",
    "if [ -e ~/none ]; then rm -rf ~/none; fi",
    'D=~/none; ls && git status && rm -rf "$D"/sub',
    "rm -f ~/none/*.log ~/papers/*.log",
    "find ~/none -type f -delete",
    "bash -c 'rm -rf ~/none'",
    "rm -rf ~/none && mkdir ~/none && cp -r src ~/none",
    "rm -rf ~/none; mv ~/papers ~/other",
    "for d in one two; do rm -rf ~/none/$d; done",
    "> ~/none.txt; truncate -s 0 ~/none2.txt",
  ])("%s", async (command) => expect(await judge(command)).toBeUndefined());
});

describe("what is there, or may be there by then, is asked about:", () => {
  test.each([
    "rm -rf ~/papers",
    "rm -rf ~/none ~/papers",
    "rm -f ~/papers/*.txt",
    "find ~/papers -name '*.none' -delete",
    "mv ~/papers ~/none && rm -rf ~/none",
    "mv ~/papers ~/none/ && rm -rf ~/none/papers",
    "ln -s ~/papers ~/none && rm -rf ~/none/",
    "rsync -a --remove-source-files ~/papers/ ~/none/ && rm -rf ~/none",
    "sudo rm -rf ~/none",
    "sh run.sh; rm -rf ~/none",
    "unknown-program; rm -rf ~/none",
    "python3 -c 'import x; x.go()'; rm -rf ~/none",
    "while true; do rm -rf ~/none; mv ~/papers ~/none; done",
    "trap 'rm -rf ~/none' EXIT; mv ~/papers ~/none",
    "f() { rm -rf ~/none; }; mv ~/papers ~/none; f",
  ])("%s", async (command) => expect(await judge(command)).toBe("ask"));
});
