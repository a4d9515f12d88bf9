// A throw-away home with a repository in it. Nothing of the person's is read or written.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const GIT_CONFIG = "[user]\n\tname = Eval\n\temail = eval@example.test\n[init]\n\tdefaultBranch = main\n";
const FILES = {
  ".gitignore": "node_modules\ndist\n.env\n*.db\ndata/\n",
  "README.md": "# Shop\n",
  "package.json": '{ "name": "shop", "version": "1.0.0" }\n',
  "app.ts": "export const one = 1;\n",
  "src/app.ts": "console.log('app');\n",
  "src/old.ts": "console.log('old');\n",
};

/** Makes a home with the repository `shop`. `place.remove()` deletes both. */
export function newPlace(above) {
  mkdirSync(above, { recursive: true });
  const home = mkdtempSync(join(above, "snapveil-eval-"));
  const repo = join(home, "shop");
  const env = { PATH: process.env.PATH, HOME: home, LANG: "C.UTF-8", TERM: "dumb", GIT_CONFIG_NOSYSTEM: "1" };
  const sh = (script) =>
    execFileSync("bash", ["-ec", script], { cwd: repo, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  writeFileSync(join(home, ".gitconfig"), GIT_CONFIG);
  const write = (path, content, mode) => {
    mkdirSync(dirname(join(repo, path)), { recursive: true });
    writeFileSync(join(repo, path), content, { mode });
  };
  for (const [path, content] of Object.entries(FILES)) write(path, content);
  sh("git init -q . && git add -A && git commit -qm start");
  return { home, repo, env, sh, write, remove: () => rmSync(home, { recursive: true, force: true }) };
}
