#!/bin/sh
# What many write themselves: a state of all files before each prompt, two patterns before a call, a grep before a commit.
state() {
  GIT_INDEX_FILE="$(git rev-parse --git-dir)/bare-index"
  export GIT_INDEX_FILE
  git add -A && git commit-tree -m "$1" "$(git write-tree)"
  unset GIT_INDEX_FILE
}
put_back() {
  now=$(state now)
  git diff --name-only -z --diff-filter=A "$1" "$now" | xargs -0 -r rm -f --
  GIT_INDEX_FILE="$(git rev-parse --git-dir)/bare-index"
  export GIT_INDEX_FILE
  git read-tree "$1" && git checkout-index -qaf
  unset GIT_INDEX_FILE
  printf %s "$now"
}
newest() { git for-each-ref --sort=-refname --count=1 --format='%(refname)' "refs/bare/$1"; }
case "$1" in
  hook)
    event=$(cat)
    case "$event" in
      *'"UserPromptSubmit"'*) git update-ref "refs/bare/before/$(date +%s%N)" "$(state before)" ;;
      *'"PreToolUse"'*'rm -rf /'* | *'"PreToolUse"'*'rm -rf ~'*)
        echo "not that" >&2
        exit 2
        ;;
    esac
    ;;
  undo)
    ref=$(newest before)
    [ -n "$ref" ] || exit 1
    git update-ref "refs/bare/undone/$(date +%s%N)" "$(put_back "$ref")"
    git update-ref -d "$ref"
    ;;
  redo)
    ref=$(newest undone)
    [ -n "$ref" ] && put_back "$ref" > /dev/null
    ;;
  pre-commit)
    ! git diff --cached -U0 | grep -qE '^\+.*(AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|sk_live_|xox[bp]-|BEGIN [A-Z ]*PRIVATE KEY)'
    ;;
esac
