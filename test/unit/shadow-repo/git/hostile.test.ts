import { expect, test } from "vitest";

import { shadowGit } from "../../../../shadow-repo/git/shadow-git.ts";
import { prune } from "../../../../shadow-repo/maintenance/prune.ts";
import { verify } from "../../../../shadow-repo/maintenance/verify.ts";
import { diffPresent, showCheckpoint } from "../../../../shadow-repo/look/checkpoint-diff.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { placeOf } from "../../../../shadow-repo/place.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld } from "../world.ts";

/** A program that leaves a canary wherever it is started, and passes its input on like a filter. */
const PROGRAM =
  'printf \'#!/bin/sh\\ntouch %s/../canary\\ncat\\n\' "$CWD" > ../evil; chmod +x ../evil; E="$CWD/../evil"';

/** Ways in which a repository, or a careless user's configuration, can make git start a program. */
const traps: { name: string; setup: string }[] = [
  {
    name: "clean, smudge and process filters of the repository",
    setup:
      "printf '* filter=evil\\n' > .gitattributes; git config filter.evil.clean \"$E\"; git config " +
      'filter.evil.smudge "$E"; git config filter.evil.process "$E"; git config filter.evil.required true',
  },
  {
    name: "filters in info/attributes and the user's configuration",
    setup:
      "mkdir -p .git/info; printf '* filter=evil\\n' > .git/info/attributes; " +
      'git config --global filter.evil.clean "$E"; git config --global filter.evil.smudge "$E"',
  },
  {
    name: "filters in the user's attributes file",
    setup:
      "printf '* filter=evil\\n' > \"$HOME/attributes\"; " +
      'git config --global core.attributesFile "$HOME/attributes"; git config --global filter.evil.clean "$E"',
  },
  { name: "fsmonitor", setup: 'git config core.fsmonitor "$E"; git config --global core.fsmonitor "$E"' },
  {
    name: "fsmonitor with attributes to ask for",
    setup:
      "printf '*.txt ident\\n' > .gitattributes; git update-index --fsmonitor 2>/dev/null || true; " +
      'git config core.fsmonitor "$E"',
  },
  {
    name: "hooks",
    setup:
      "mkdir ../hooks; for h in post-index-change pre-auto-gc post-checkout reference-transaction pre-commit; " +
      'do cp ../evil ../hooks/$h; cp ../evil .git/hooks/$h; done; git config core.hooksPath "$CWD/../hooks"; ' +
      'git config --global core.hooksPath "$CWD/../hooks"',
  },
  {
    name: "textconv and an external diff",
    setup:
      "printf '* diff=evil\\n' > .gitattributes; git config diff.evil.textconv \"$E\"; " +
      'git config diff.evil.command "$E"; git config diff.external "$E"; git config --global diff.external "$E"',
  },
  {
    name: "an included file",
    setup:
      'printf \'[core]\\n fsmonitor = %s\\n[filter "evil"]\\n clean = %s\\n\' "$E" "$E" > ../more; ' +
      "git config include.path \"$CWD/../more\"; printf '* filter=evil\\n' > .gitattributes",
  },
  {
    name: "a conditional include",
    setup:
      "printf '[core]\\n fsmonitor = %s\\n excludesFile = /nowhere\\n' \"$E\" > ../more; " +
      'git config includeIf.gitdir:/.path "$CWD/../more"',
  },
  {
    name: "pager, editor, ssh, askpass, credential helper",
    setup:
      "for k in core.pager core.editor core.sshCommand core.askPass credential.helper core.gitProxy " +
      'gpg.program pager.diff-tree pager.ls-files; do git config $k "$E"; git config --global $k "$E"; done',
  },
  {
    name: "a submodule that wants an update by command",
    setup:
      "git init -q ../lib; git -C ../lib commit -q --allow-empty -m l; git -c protocol.file.allow=always " +
      "submodule --quiet add ../lib lib; git config submodule.lib.update '!touch ../canary'; git commit -qm s",
  },
  {
    name: "aliases of git's own commands and maintenance",
    setup:
      'for k in ls-files update-index write-tree diff-tree cat-file gc; do git config --global alias.$k "!$E"; ' +
      "done; git config --global maintenance.auto true; git config --global gc.auto 1",
  },
  { name: "a git of the repository's in a relative PATH entry", setup: "cp ../evil git; chmod +x git" },
];

for (const { name, setup } of traps) {
  test(`starts no program: ${name}`, async () => {
    const world = makeWorld(`${COMMITTED}\n${PROGRAM}\n${setup}`, { PATH: `.:${process.env["PATH"] ?? ""}` });
    world.sh("rm -f ../canary; touch -d '1 minute ago' base.txt");
    await world.hook("session_start");
    await world.turn("printf changed > base.txt; printf n > new.txt; test ! -e ../canary || rm ../canary");
    const [{ id } = { id: "" }] = (await listCheckpoints(world.io, world.root)).checkpoints;
    await showCheckpoint(world.io, world.root, { checkpoint: id });
    await diffPresent(world.io, world.root);
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 2 });
    await world.hook("session_end");
    await prune(world.io, world.root);
    expect((await verify(world.io, world.root)).problems).toEqual([]);
    world.sh("test ! -e ../canary && grep -q alpha base.txt");
  });
}

test("alternates that point elsewhere give nothing away and take nothing in", async () => {
  const world = makeWorld(
    `${COMMITTED}\n` +
      "git init -q ../other; printf secret > ../other/s; git -C ../other add s; " +
      `printf '%s\\n' "$CWD/../other/.git/objects" > .git/objects/info/alternates; cp ../other/.git/index ../i`,
  );
  const picture = "find ../other .git -printf '%p %T@ %s\\n' | LC_ALL=C sort";
  const before = world.sh(picture);
  await world.turn("printf c > base.txt");
  await undo(world.io, world.root);
  expect(world.sh(picture)).toBe(before);
  world.sh(
    '! git --git-dir="$SHADOW" cat-file -e "$(printf secret | git hash-object --stdin)"; ' +
      'test ! -e "$SHADOW/objects/info/alternates"',
  );
});

test("a .git that is a symlink, and one that is a file, are found", async () => {
  for (const move of ["mv .git ../real; ln -s ../real .git", "mv .git ../real; printf 'gitdir: ../real\\n' > .git"]) {
    const world = makeWorld(`${COMMITTED}\n${move}`);
    await world.turn("printf c > base.txt");
    expect(await undo(world.io, world.root)).toMatchObject({ files: 1 });
    world.sh("grep -q alpha base.txt");
  }
});

test("what git says is taken whole or not at all", async () => {
  const world = makeWorld(`${COMMITTED}; for n in $(seq 200); do : > f$n; done`);
  await world.hook("session_start");
  const place = placeOf(world.io, world.root);
  const list = ["ls-files", "-o"];
  expect(shadowGit(world.io, place, list, { maxOutput: 100_000 }).toString()).toContain("f200\n");
  expect(() => shadowGit(world.io, place, list, { maxOutput: 100 })).toThrow(/ls-files/);
});

test("nothing is written through a symlink that leads outside", async () => {
  const world = makeWorld(`${COMMITTED}\nmkdir d ../outside; printf 1 > d/f; printf outside > ../outside/f`);
  await world.turn("rm d/f; printf n > d/g");
  world.sh("rm -r d; ln -s ../outside d");
  const result = await undo(world.io, world.root);
  world.sh('test "$(cat ../outside/f)" = outside && test ! -e ../outside/g');
  expect(result.skipped.map(({ path }) => path)).toContain("d/f");
});

test("files that cannot be read or written are named and stop nothing", async (context) => {
  if (process.getuid?.() === 0) {
    process.stderr.write("skipped: root reads and writes everything\n");
    context.skip();
  }
  const world = makeWorld(`${COMMITTED}\nprintf 1 > secret; mkdir ro; printf 1 > ro/f`);
  await world.turn("chmod 000 secret; printf 2 > ro/f; printf 2 > base.txt; chmod 555 ro");
  const result = await undo(world.io, world.root);
  world.sh("grep -q alpha base.txt; chmod 755 ro");
  expect(result.skipped).toEqual([{ path: "ro/f", why: "permission denied" }]);
});
