import type { Program, Reading } from "../program.ts";
import { hasOption, operandsOf, valuesOf } from "../parse-options.ts";

const COPIES = { into: "t --target-directory", other: "S --suffix" };
const INSTALLS = { into: COPIES.into, other: "mogS --mode --owner --group --suffix" };
const SIZES = "snri --size --iterations --reference";

/** Methods of .NET that delete: `[IO.Directory]::Delete('x', $true)`. */
const DELETED_BY_NET =
  "[io.file]::delete [system.io.file]::delete [io.directory]::delete [system.io.directory]::delete";

/** Programs that list, copy, move, pack or delete files. */
export const FILES: readonly Program[] = [
  {
    names: "ls tree test [ [[ wc stat file du df which whereis pwd cd pushd popd true false : sleep wait exit",
    kind: "look",
  },
  { names: "return break continue shift unset local readonly for select case in read pgrep man help", kind: "look" },
  { names: "find fd fdfind gci get-childitem", kind: "look" },
  { names: "cd chdir pushd popd set-location sl", moves: true },
  { names: "chmod chown chgrp icacls", rights: 1 },
  { names: "setfacl", rights: "all", options: { other: "mxMX --modify --remove --set --set-file --modify-file" } },
  { names: "diff", kind: "look", reads: "all", readsNot: /^-\w*q\w*$|^--brief$/ },
  { names: "comm", kind: "look", reads: "all" },
  // Only with these options `cmp` prints bytes; otherwise it prints only the position of the first difference.
  {
    names: "cmp",
    kind: "look",
    reads: (own) => ({ files: hasOption(own, "lb", "--verbose", "--print-bytes") ? operandsOf(own) : [] }),
  },
  { names: "find", acts: /^-(?:delete|fprint|fls|exec|ok)/ },
  { names: "fd fdfind", acts: /^(?:-[xX]|--exec)/ },
  { names: "tree", acts: /^-\w*o|^--output/ },
  { names: "man", acts: /^-\w*[PH]|^--(?:pager|html)/ },
  {
    names: "cp gcp copy copy-item ditto",
    carries: "copy",
    options: COPIES,
    spares: /^-\w*n|^--(?:no-clobber|backup)/,
  },
  { names: "mv move move-item", carries: "move", options: COPIES, spares: /^-\w*n|^--(?:no-clobber|backup)/ },
  { names: "install ginstall", carries: "copy", options: INSTALLS, spares: /^-\w*d|^--(?:directory|backup)/ },
  { names: "ln", carries: "link", options: COPIES, spares: (own) => !hasOption(own, "f", "--force") },
  {
    names: "rsync",
    sends: true,
    carries: "copy",
    options: { other: "ef --exclude --include --filter --rsh" },
    mirrors: mirrorsWithRsync,
    spares: () => true,
  },
  { names: "rm srm", deletes: "all", recursive: /^-\w*[rR]|^--recursive$/ },
  {
    names: "rd del erase ri remove-item",
    deletes: "all",
    recursive: /^(?:\/s|-r|-rec\w*|-[rf]{2})$/i,
    options: { other: "-exclude -include -filter -erroraction -ea" },
  },
  { names: "clear-content clc", empties: "all", options: { other: "-exclude -include -filter -erroraction -stream" } },
  { names: "set-content out-file", writes: "first", options: { other: "-value -encoding -width -erroraction" } },
  { names: DELETED_BY_NET, deletes: /^(?!\$(?:true|false)$)(.+?),?$/is, recursive: /^\$?true$/i },
  // On systems other than Windows, `rmdir` deletes only empty folders.
  { names: "rmdir", deletes: "all", recursive: /^\/s$/i, spares: (own) => !own.some((word) => /^\/s$/i.test(word)) },
  { names: "unlink", deletes: "all" },
  { names: "rimraf trash", deletes: "all", recursive: () => true },
  { names: "mkdir touch export set alias git-lfs printenv code codium open xdg-open", leavesFiles: true },
  { names: "code codium", reads: "all", options: { other: "--user-data-dir --extensions-dir --profile" } },
  { names: "shred", deletes: "all", recursive: () => true, options: { other: SIZES } },
  { names: "truncate", empties: "all", options: { other: SIZES } },
  { names: "tee", writes: "all", spares: /^-\w*a|^--append/ },
  { names: "sponge", writes: "all", spares: /^-\w*a/ },
  { names: "dd", reads: /^if=(.+)$/s, writes: /^of=(.+)$/s },
  { names: "zip", reads: (own) => ({ files: operandsOf(zipped(own)).slice(1) }) },
  { names: "7z 7za rar jar", reads: 1 },
  { names: "unzip", reads: 1, readsIf: /^-\w*[pc]/ },
  { names: "tar bsdtar", reads: packed, options: { other: "fC" } },
  { names: "tar bsdtar", saves: archiveMade },
  { names: "ffmpeg", saves: (own) => (own.includes("-y") ? own.slice(-1) : []) },
  { names: "qemu-img", saves: (own) => (own[0] === "create" ? operandsOf(own.slice(1), "fobF").slice(0, 1) : []) },
  // With these options ssh-keygen prints or changes an existing key and writes no new key.
  { names: "ssh-keygen", saves: (own) => (hasOption(own, "yleiLFHRpcBDsYQ") ? [] : valuesOf(own, "f")) },
  { names: "docker podman", saves: "o --output" },
  { names: "pg_dump pg_dumpall", saves: "f --file" },
  { names: "mysqldump mariadb-dump", saves: "r --result-file" },
];

function mirrorsWithRsync(own: readonly string[]): boolean {
  return own.some((word) => /^--del(?:ete)?(?:-\w+)?$/.test(word)) && !hasOption(own, "n", "--dry-run");
}

/** The archive that tar creates: `tar cf a.tar`, `tar -czf a.tgz`. */
function archiveMade(own: readonly string[]): readonly string[] {
  const [modes = "", next = ""] = own;
  if (/^\w*c\w*f$/.test(modes)) return [next];
  return hasOption(own, "c", "--create") ? valuesOf(own, "f --file") : [];
}

/** The arguments of `zip` without `-x` and the excluded files after it. */
function zipped(own: readonly string[]): readonly string[] {
  const at = own.findIndex((word) => /^(?:-x|--exclude)$/.test(word));
  return at === -1 ? own : own.slice(0, at);
}

/** The files that tar packs, without the archive itself. */
function packed(own: readonly string[]): Reading {
  const [mode = "", ...rest] = own;
  const modes = own.filter((word, at) => (at === 0 && !mode.startsWith("--")) || /^-[a-zA-Z]+$/.test(word)).join("");
  if (!/[cru]/.test(modes) && !own.some((word) => /^--(?:create|append|update)$/.test(word))) return { files: [] };
  const words = mode.startsWith("-") ? own : rest;
  const operands = words.filter(
    (word, at) =>
      (word === "-" || !word.startsWith("-")) && !/^-[A-Za-z]*[fX]$|^--(?:exclude|file)$/.test(words[at - 1] ?? ""),
  );
  return { files: !mode.startsWith("-") && mode.includes("f") ? operands.slice(1) : operands };
}
