import type { HarmCases } from "./harm-cases.ts";

export const GIT: HarmCases = {
  "discard-changes": {
    hits: [
      "git reset --hard HEAD~1",
      "git reset --merge",
      "git checkout -- .",
      "git checkout .",
      "git checkout HEAD -- a.ts",
      "git checkout -f main",
      "git restore src",
      "git switch --discard-changes x",
      "git -C sub reset --hard",
    ],
    misses: [
      "git reset",
      "git reset --soft HEAD~1",
      "git checkout main",
      "git checkout -b x",
      "git restore --staged .",
      "git restore -p .",
      "git switch -c x",
      "git checkout --ours -- a.ts",
    ],
  },
  clean: {
    hits: ["git clean -fdx", "git clean --force -X", "git clean -fd"],
    misses: ["git clean -n", "git clean -ndxf", "git clean -i"],
  },
  "remove-worktree": {
    hits: ["git worktree remove --force ../x"],
    misses: ["git worktree remove ../x", "git worktree add -f ../x"],
  },
  "remove-submodule": {
    hits: ["git submodule deinit -f --all"],
    misses: ["git submodule deinit lib", "git submodule update --force"],
  },
  "drop-stash": {
    hits: ["git stash drop", "git stash clear", "git update-ref -d refs/stash"],
    misses: ["git stash", "git stash pop", "git stash list"],
  },
  "delete-branch": {
    hits: [
      "git branch -D x",
      "git branch --delete --force x",
      "git branch -M old x",
      "git tag -f v1 HEAD~1",
      "git branch -df x",
      "git tag -d v1",
      "git update-ref -d refs/heads/x",
      "echo 'delete refs/heads/x' | git update-ref --stdin",
    ],
    misses: [
      "git branch -d x",
      "git branch x",
      "git branch -f x HEAD~1",
      "git branch -M main",
      "git tag v1",
      "git update-ref -d refs/remotes/o/x",
    ],
  },
  "move-branch": {
    hits: ["git branch -f main old", "git checkout -B x old", "git switch -C x"],
    misses: ["git branch x old", "git checkout -b x", "git switch -c x", "git branch -fD x", "git checkout -f main"],
  },
  "delete-refs": {
    hits: ["git tag -l | xargs git tag -d", "git tag -d $(git tag)", "git branch | xargs git branch -D"],
    misses: ["git tag -d v1", "git tag -l", "git branch --merged | xargs git branch -d"],
  },
  "rewrite-history": {
    hits: ["git reflog expire --expire=now --all", "git gc --prune=now", "git filter-branch --all", "git prune"],
    misses: ["git reflog", "git gc", "git prune -n", "git remote prune origin"],
  },
  "delete-main": {
    hits: [
      "gh api -X DELETE repos/me/shop/git/refs/heads/main",
      "gh api -X PATCH repos/me/shop/git/refs/heads/main -f sha=abc -F force=true",
    ],
    misses: ["gh api -X DELETE repos/me/shop/git/refs/heads/fix", "gh api repos/me/shop/git/refs/heads/main"],
  },
  "push-main": {
    hits: [
      "git push --force origin main",
      "hub push -f origin main",
      "docker run --rm -v $PWD:/git alpine/git push -f origin main",
      "git push origin +HEAD:refs/heads/main",
      "git push origin :main",
      "git -C . push -fu origin master",
      "git push origin --delete production",
      "git push -f -on origin main",
      "git push origin '+refs/heads/*:refs/heads/*'",
      "git push --mirror origin",
      "git push origin +{main,dev}",
      "git send-pack --force origin main",
      "alias gp='git push --force origin main'\ngp",
      "alias gp='git push' gpf='gp --force'; gpf origin main",
      "alias git='git -C .'; git push -f origin main",
      "echo ${ git push --force origin main; }",
    ],
    misses: [
      "git push origin main",
      "alias gp='git push --force origin main'",
      "alias gp='git push --force'; unalias gp; gp origin main",
      "git push --force-with-lease",
      "git push --force-with-lease origin feature/x",
      "git push -f origin feature/x",
      "git push -n -f origin main",
      "git push --force-with-lease origin main",
      "git push origin --delete feature/x",
    ],
  },
  "rewrite-main": {
    hits: ["git push --force-with-lease origin main", "git push --force-with-lease=main:abc origin HEAD:main"],
    misses: ["git push origin main", "git push --force-with-lease", "git push --force-with-lease origin feature/x"],
  },
  "push-mirror": {
    hits: [
      "git push --mirror backup",
      "git push --prune origin",
      "git push origin :refs/tags/v1",
      "git push origin --delete v1.2.0",
      "git push --force --tags",
    ],
    misses: ["git push --tags", "git push origin v1.2.0", "git push origin --delete feature/x", "git push -f origin x"],
  },
  "push-force": {
    hits: ["git push --force", "git push origin +feature/x", "git push --mirror origin", "git push -uf origin x"],
    misses: ["git push", "git push --force-with-lease", "git push origin --delete x", "git push --force --dry-run"],
  },
  "push-delete": {
    hits: ["git push origin --delete x", "git push origin :x", "git push -d origin x y"],
    misses: ["git push origin x", "git push -n origin :x", "git push --tags"],
  },
  "discard-unrecorded": {
    hits: ["git reset --hard", "git checkout -- .", "cd src && git restore ."],
    misses: ["git -C ../other reset --hard", "git reset", "git checkout main", "git restore --staged ."],
  },
  "discard-elsewhere": {
    hits: ["git -C ../other reset --hard", "cd ../other && git checkout -- .", "cd ~/code/other && git restore ."],
    misses: [
      "git reset --hard",
      "cd src && git checkout -- .",
      "git -C ../other status",
      "git -C /tmp/clone reset --hard",
      "cd ../other && git checkout main",
    ],
  },
};
