/**
 * docker-agent's snapshot as the git commands that it starts, without its own process: what it costs at the least.
 * Taken from what its source does: find the worktree, copy the excludes, list, check, add, write the tree.
 */
const FIND = `git rev-parse --is-inside-work-tree > /dev/null
git rev-parse --show-toplevel > /dev/null
cp "$(git rev-parse --git-path info/exclude)" "$SHADOW/info/exclude" 2> /dev/null || :`;

const TRACK = `${FIND}
GIT_DIR=$SHADOW GIT_WORK_TREE=$PWD git diff-files --name-only -z -- . > $SHADOW/changed
GIT_DIR=$SHADOW GIT_WORK_TREE=$PWD git ls-files --others --exclude-standard -z --full-name -- . >> $SHADOW/changed
if [ -s $SHADOW/changed ]; then
  git check-ignore --no-index --stdin -z < $SHADOW/changed > /dev/null || :
  GIT_DIR=$SHADOW GIT_WORK_TREE=$PWD git add --all --sparse --pathspec-from-file=- --pathspec-file-nul < $SHADOW/changed
fi
GIT_DIR=$SHADOW GIT_WORK_TREE=$PWD git write-tree > $SHADOW/after`;

export const replay = {
  /** Makes the shadow repository and the baseline; not timed. */
  prepare: `git init -q --bare "$SHADOW"
for pair in core.bare=false core.autocrlf=false core.longpaths=true core.symlinks=true core.fsmonitor=false; do
  git --git-dir="$SHADOW" config "\${pair%%=*}" "\${pair#*=}"
done
${TRACK}
cp $SHADOW/after $SHADOW/before`,
  turnStart: `${TRACK}
cp $SHADOW/after $SHADOW/before`,
  turnEnd: `${TRACK}
export GIT_DIR=$SHADOW GIT_WORK_TREE=$PWD
git diff --cached --no-ext-diff --name-only "$(cat $SHADOW/before)" -- . > $SHADOW/files
unset GIT_DIR GIT_WORK_TREE
git check-ignore --no-index --stdin < $SHADOW/files > /dev/null || :`,
  /** Batches of a hundred; the present is not recorded first. */
  undo: `git rev-parse --is-inside-work-tree > /dev/null
git rev-parse --show-toplevel > /dev/null
export GIT_DIR=$SHADOW GIT_WORK_TREE=$PWD
git ls-tree --name-only "$(cat $SHADOW/before)" -- $(cat $SHADOW/files) > /dev/null
git checkout "$(cat $SHADOW/before)" -- $(cat $SHADOW/files) 2> /dev/null`,
} as const;

/** What docker-agent would start if it recorded the present before it takes it back, as our undo does. */
export const recordedUndo = `${TRACK}
${replay.undo}`;
