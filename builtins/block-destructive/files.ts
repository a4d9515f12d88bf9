import { filesChanged } from "../../shell/effects.ts";
import { isTold, namesWith, said } from "../../shell/programs.ts";
import type { PathTarget } from "./places.ts";
import type { HarmRule, CommandView } from "./rule.ts";

/** Commands that remove all files of a place, or replace those that a system or a repository cannot do without. */
export const FILES: readonly HarmRule[] = [
  {
    name: "rm-everything",
    level: "catastrophic",
    programs: namesWith("recursive"),
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
      "npx rimraf ~",
      "find . -delete",
      "find / -exec rm -rf {} +",
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
      "find . -type f -exec grep -q x {} \\; -delete",
    ],
    misses: [
      "rm -rf dist",
      "rm -rf /tmp/x",
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
    ],
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
];

/** The places that a command removes. */
function removed({ name, own, places }: CommandView): PathTarget[] {
  return own.includes("--help") ? [] : places(filesChanged(name, own).deletes);
}

/** All that `find` prints is in the folder, too. */
function isRecursive({ name, own, pipeline }: CommandView): boolean {
  return isTold(own, said(name, "recursive")) || pipeline.includes("find");
}
