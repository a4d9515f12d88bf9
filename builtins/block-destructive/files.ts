import { changedFiles } from "./changed-files.ts";
import { isLostThere } from "./elsewhere.ts";
import { carriedBy, filesChanged } from "../../shell/effects.ts";
import { isTold, namesWith, said } from "../../shell/programs.ts";
import { hasOption, operandsOf } from "../../shell/read-options.ts";
import type { PathTarget } from "./places.ts";
import type { HarmRule, CommandView } from "./rule.ts";

const REMOVERS = namesWith("recursive");

/** Modes with which their owner can neither read files nor enter folders. */
const CLOSES = /^0*(?:000|[0-7]?[0-3]\d\d|0)$|^(?:a|u|ugo|ug)?(?:-\w*[rx]\w*|=)$/;

/** Commands that remove or empty files and folders, or change their owner. */
export const FILES: readonly HarmRule[] = [
  {
    name: "rm-everything",
    level: "catastrophic",
    programs: REMOVERS,
    does: "deletes a whole disk, a home folder, the system, or this project with its repository",
    instead: "Name the files or the folder below it that are to go.",
    matches: (view) =>
      isRecursive(view) && removed(view).some(({ kind }) => ["everything", "worktree", "repository"].includes(kind)),
    hits: [
      "rm -rf /",
      "rm -rf ~/*",
      "sudo rm -r --no-preserve-root -- /",
      "rm -rf $HOME",
      "rm -rf .",
      "rm -rf ..",
      "rm -rf .git",
      "cd .. && rm -rf shop",
      "function z { rm -rf ~; }; z",
      "function z() { rm -rf ~; }; z",
      "rm -rf {/etc,/usr}",
      "rm -rf /!(home)",
      'powershell -Command "Remove-Item -Recurse -Force C:\\"',
      'cmd /c "rd /s /q C:\\"',
      "cmd /c rd /s /q C:\\Users",
      'cmd /c "rd /s /q C:\\\\Users"',
      "cmd.exe /c del /f /s /q C:\\Windows\\*.*",
      "cmd.exe /c rd /s /q %USERPROFILE%",
      "powershell Remove-Item C:\\ -Recurse -Force",
      'powershell -ExecutionPolicy Bypass -Command "rm -r -fo D:\\Windows\\System32"',
      'pwsh -c "gci C:\\ | ri -r -fo"',
      "pwsh -c 'Get-ChildItem C:\\ -Recurse | Remove-Item -Force -Recurse'",
      "pwsh -c 'Remove-Item $env:USERPROFILE -Recurse -Force'",
      "npx rimraf ~",
      "find . -delete",
      "find / -exec rm -rf {} +",
      'rm -rf "${PREFIX:-}/"',
      "python3 -c \"import shutil; p='/etc'; shutil.rmtree(p)\"",
      "node -e \"const h=require('os').homedir(); fs.rmSync(h,{recursive:true})\"",
      'rm -rf "${HOME%/}"/*',
      'rm -rf "${HOME:0}"',
      'unset D; rm -rf "$D"/*',
      'v=HOME; rm -rf "${!v}"',
      'f() { rm -rf "$1/"*; }; f',
      'f() { local d="${1:-}"; rm -rf "$d/"; }; f',
      "rm -rf ~dev",
      "printf %s ~ | xargs --delimiter , rm -r",
      "printf %s ~ | xargs -IX sh -c 'rm -r X'",
      "printf %s ~ | parallel rm -r",
      "parallel sh -c ::: 'rm -r ~'",
      "printf '%s\\0' ~ | xargs -0 rm -r",
      "find / -type f -exec shred -u {} +",
      "find ~ | xargs rm -f",
      "find . -type f ! -name '*.js' -delete",
      "find . -mtime -1 -exec rm -rf {} +",
      "find . -name node_modules -prune -o -type f -exec rm {} +",
      "find . -type f -size +1k | xargs rm -f",
      "find .git -type f -mtime -1 -delete",
      "find . -name config -delete",
      "find . -type f -exec grep -q x {} \\; -delete",
    ],
    misses: [
      "rm -rf dist",
      "rm -rf /tmp/x",
      "cmd /c rd /s /q C:\\work\\build",
      'pwsh -c "gci build | ri -r -fo"',
      "pwsh -c 'gci C:\\ -Filter *.tmp | ri'",
      "powershell -File build.ps1",
      'rm -rf "${DIR:?}"/*',
      "node -e \"const d=path.join('dist','x'); fs.rmSync(d,{recursive:true})\"",
      "python3 -c \"for p in Path('.').rglob('*.pyc'): p.unlink()\"",
      "python3 -c \"for r,d,fs in os.walk('.'):\\n  for f in fs:\\n    if f.endswith('.pyc'): os.remove(os.path.join(r,f))\"",
      'rm -rf "${HOME:?not set}/.cache/x"',
      'rm -rf "$D"/*; unset D',
      'f() { local d="${1:-}"; rm -rf "$d/x"; }; f /tmp/y',
      'f() { rm -rf "${1:-dist}"; }; f',
      'F=a.tar.gz; rm -rf "${F%%.*}"',
      "rm -f .git/index.lock",
      "rm --help",
      "echo rm -rf /",
      "rm -rf .git/rebase-merge",
      "rm -rf .git/refs/remotes/origin/old",
      "if !(rm -rf dist); then echo no; fi",
      "rm -rf !(keep)",
      "parallel rm -rf ::: dist build",
      "find . -type f ! -path './.git/*' -mtime -1 -delete",
      "find . -path ./.git -prune -o -name '*.tmp' -exec rm -rf {} +",
      "find . -path ./.git -prune -o -name '*.tmp' -print | xargs rm -f",
      "find build -mtime +7 -delete",
      "find . -name '*.log' -exec gzip -t {} \\; -delete",
      "find . -type d -empty -delete",
      "find . -path ./.git -prune -o -name config -exec rm {} +",
      "find . -type d -name config -exec rm -r {} +",
    ],
  },
  {
    name: "rights-of-everything",
    level: "catastrophic",
    programs: namesWith("rights"),
    does: "changes the rights or the owner of a whole disk, the system or a home folder, which nothing puts back",
    instead: "Name the files of the project that need it.",
    matches: ({ name, own, places }) => {
      if (!hasOption(own, "R", "--recursive")) return false;
      const [first = "", ...rest] = operandsOf(own);
      const isHarsh = (
        name === "chmod" ? /^[0-7]?(?:777|000|666|0)$|^a[-=+]|^[-+=]\w*$/ : /^(?:root|nobody|0)(?:[:.]|$)/
      ).test(first);
      const harmed = new Set(places(rest).map(({ kind }) => kind));
      // One's own home may be given back to oneself; the system's files are nobody's to give.
      return harmed.has("everything") && (isHarsh || rest.some((word) => !isOwnHome(word)));
    },
    hits: [
      "chmod -R 777 /",
      "chown -R me:me /usr",
      "chown -R root: ~",
      "chmod -R 000 ~",
      "sudo chmod --recursive a+rwx /etc",
    ],
    misses: ["chmod -R u+w .", "chown -R me .", "chown -R me ~", "chmod 777 /tmp/x", "chmod -R 755 dist"],
  },
  {
    name: "rights-outside",
    level: "unrecorded",
    programs: namesWith("rights"),
    does: "changes the rights or the owner of all that is in a folder outside of this project, which nothing puts back",
    instead: "Name the files that need it, or leave it to the person.",
    matches: ({ own, places, worktree }) =>
      hasOption(own, "R", "--recursive") &&
      places(operandsOf(own).slice(1)).some(
        // A folder above the worktree is outside of it, too.
        ({ kind, path }) => kind === "outside" || (kind === "worktree" && worktree !== undefined && path !== worktree),
      ),
    hits: ["chmod -R 000 ~/projects", "chown -R root /srv/data"],
    misses: ["chmod -R u+w .", "chmod 600 ~/notes.txt", "chmod -R 755 /tmp/x"],
  },
  {
    name: "rights-of-project",
    level: "all",
    programs: "chmod",
    does: "takes away the right to read or enter all that is in this project, which checkpoints do not record",
    instead: "Name the files that need it.",
    // `-x` and its like are no options of chmod, but modes.
    matches: ({ own, places }) =>
      own.some((word) => /^-\w*R|^--recursive$/.test(word)) &&
      own.some((word) => word.split(",").some((mode) => CLOSES.test(mode))) &&
      places(operandsOf(own)).some(({ kind }) => kind === "worktree"),
    hits: ["chmod -R 000 .", "chmod -R u-rwx,go-rwx .", "chmod --recursive u= .", "find . -exec chmod 000 {} +"],
    misses: [
      "chmod -R 755 .",
      "chmod -R u+rwX,go-w .",
      "find . -name x -exec chmod 000 {} +",
      "chmod -R go-w .",
      "chmod 000 .",
      "chmod -R 000 dist",
    ],
  },
  {
    name: "sync-delete-outside",
    level: "unrecorded",
    programs: namesWith("mirrors"),
    does: "deletes in a folder outside of this project, or on another machine, all that the source does not have",
    instead: "Look first with --dry-run, and leave it to the person.",
    matches: ({ name, own, places }) => {
      const { target = "", mirrors } = carriedBy(name, own) ?? {};
      const [, there] = /^[\w.@-]+:(.*)$/s.exec(target) ?? [];
      if (there !== undefined) return mirrors === true && isLostThere(there);
      const kinds = mirrors ? places([target]).map(({ kind }) => kind) : [];
      return kinds.some((kind) => ["outside", "everything", "worktree", "repository"].includes(kind));
    },
    hits: [
      "rsync -a --delete empty/ ~/Documents/",
      "rsync -a --delete-after x/ /srv/data",
      "rsync -a --delete empty/ host:/srv/app",
    ],
    misses: [
      "rsync -a --delete src/ host:/tmp/src/",
      "rsync -a src/ host:/srv/app",
      "rsync -an --delete src/ host:/srv/app",
      "rsync -a --delete src/ dist/",
      "rsync -an --delete src/ ~/x/",
      "rsync -a src/ ~/backup/",
    ],
  },
  {
    name: "sync-delete-everything",
    level: "catastrophic",
    programs: namesWith("mirrors"),
    does: "deletes in a whole disk, a home folder, the system or this project all that the source does not have",
    instead: "Name the folder below it that is to be like the source.",
    matches: ({ name, own, places }) => {
      const { target = "", mirrors } = carriedBy(name, own) ?? {};
      return mirrors === true && places([target]).some(({ kind }) => /^(?:everything|worktree|repository)$/.test(kind));
    },
    hits: ["rsync -a --delete /tmp/empty/ /", "rsync -r --delete /tmp/empty/ ./", "rsync -a --delete x/ ~/"],
    misses: ["rsync -a --delete x/ ~/backup/", "rsync -a --delete src/ dist/", "rsync -an --delete /tmp/empty/ ./"],
  },
  {
    name: "move-everything",
    level: "catastrophic",
    programs: "mv move move-item",
    does: "moves a whole disk, a home folder or the system away",
    instead: "Name the files or the folder below it that are to go.",
    matches: ({ name, own, places }) =>
      places(carriedBy(name, own)?.sources ?? []).some(({ kind, isContents }) => kind === "everything" && !isContents),
    hits: ["mv ~ /tmp/gone", "mv /home /dev/null", "sudo mv /etc /tmp/x"],
    misses: ["mv dist ~/backup", "mv a b", "mv src ..", "mv /tmp/x /tmp/y"],
  },
  {
    name: "write-system",
    level: "unrecorded",
    programs: "*",
    does: "replaces a file of the system, or one of git's own in the repository",
    instead: "Write the file into the project, and let the person put it there.",
    matches: ({ name, own, writes, places }) => {
      const files = [...writes, ...filesChanged(name, own).writes];
      return files.some(
        (file) =>
          (/^\/(?:etc|boot|bin|sbin|lib|usr|System|Library)\//.test(file) && places([file])[0]?.kind === "outside") ||
          places([file]).some(({ kind }) => kind === "repository"),
      );
    },
    hits: [
      "echo x > /etc/hosts",
      "cat a | sudo tee /etc/passwd",
      "curl -s https://x.test -o /etc/hosts",
      "python3 -c \"p='/etc/hosts'; open(p,'w')\"",
      "python3 -c \"open(os.path.join('/etc','hosts'),'w')\"",
      "echo ref > .git/HEAD",
    ],
    misses: [
      "echo x > notes.txt",
      "echo x >> /etc/hosts",
      "echo x > /dev/null",
      "ls > /tmp/x",
      "cat /etc/hosts > hosts",
    ],
  },
  {
    name: "grant-access",
    level: "all",
    programs: "*",
    does: "changes with which keys people may log in to this account",
    instead: "Show the key to the person, and let them add it.",
    matches: (view) => {
      const { replaced, emptied } = changedFiles(view);
      const { appends } = filesChanged(view.name, view.own);
      return view
        .places([...replaced, ...emptied, ...appends, ...view.appends])
        .some(({ path }) => KEYS.test(path ?? ""));
    },
    hits: [
      "mv new.pub ~/.ssh/authorized_keys",
      "cat key.pub >> ~/.ssh/authorized_keys",
      "tee -a ~/.ssh/authorized_keys < key.pub",
      "install -m 600 key.pub ~/.ssh/authorized_keys2",
    ],
    misses: [
      "cat ~/.ssh/authorized_keys",
      "cp ~/.ssh/authorized_keys /tmp/keys",
      "mv key.pub deploy/authorized_keys",
      "cp known_hosts ~/.ssh/known_hosts",
    ],
  },
];

/** Keys of people who may log in. */
const KEYS = /[\\/]\.ssh[\\/]authorized_keys2?$/;

/** The places that a command removes. */
function removed({ name, own, places }: CommandView): PathTarget[] {
  return own.includes("--help") ? [] : places(filesChanged(name, own).deletes);
}

/** All that `find` prints is in the folder, too. */
function isRecursive({ name, own, pipeline }: CommandView): boolean {
  return isTold(own, said(name, "recursive")) || pipeline.includes("find");
}

function isOwnHome(word: string): boolean {
  return /^(?:~|\$HOME|\$\{HOME\})[\\/]?$/.test(word) || /^\/(?:home|Users)\/[^/]+\/?$/.test(word);
}
