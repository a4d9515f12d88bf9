import type { Io } from "./io.ts";

/** The sentence of each error that a user can read; its `%s` are filled in order. */
const SENTENCES = {
  unknownBuiltin: 'There is no builtin named "%s". Known: %s.',
  unknownOption: 'The option "%s" is not known before a builtin\'s name. Put arguments of the builtin after its name.',
  missingValue: 'The option "%s" needs a value. Put it behind the option.',
  badStdin: "Standard input is not a hook event: %s",
  badSettings: "The settings file %s is not used: %s",
  badSetting: 'In the settings file %s "%s" is not used: %s',
  foreignRepository:
    "The repository %s is left out, since another user of this machine made its .git. To trust it: " +
    "git config --global --add safe.directory FOLDER",
  noWorktree:
    "%s is not inside a git worktree, so there is nothing to record or restore. " +
    "Go to a project, or make this folder one: `git init`. To record a folder without git: snapveil track DIR",
  aboveRepositories:
    "%s is in no git worktree. Sessions recorded the repositories below it: undo, redo, checkpoints, status, " +
    "verify and ui work here; for other commands, go into one of these: %s",
  trackTorn: "%s is not recorded yet, since `snapveil track` was interrupted. To go on with it: snapveil track %s",
  tooMuchToTrack:
    "%s is not recorded: it holds %s. Name files that nobody wrote in a .gitignore there, or add --allow-large.",
  movedRepository:
    "%s is a linked worktree, and the repository that its .git names is no longer there (%s). " +
    "If the repository was moved, run this in its new folder: git worktree repair %s",
  brokenPointer:
    "The file .git in %s leads to %s, where there is no repository. Move the repository back, or mend .git.",
  noFolder: "The folder in which this command was started is gone. Go to another folder, and try again.",
  noDataDir: "There is no folder for the data: neither HOME nor SNAPVEIL_DATA_DIR is set. Set one of them.",
  noRepository:
    "%s is not inside a git worktree, so there is no index and no history to search. " +
    "Name files instead, or go to a project.",
  noHome: "There is no home folder: set HOME.",
  noProjectSettings:
    "%s has no .snapveil.jsonc and no .snapveil.yaml, so it asks for nothing. Go to a project that has one.",
  noSwitch: "There is no folder for the switch: neither HOME nor SNAPVEIL_CONFIG is set. Set one of them.",
  noGit: "git was not found on PATH. Install it, or put its folder on PATH.",
  needsGit:
    "%s counts its objects in SHA-256, which the engine without git cannot record: install git, or set no " +
    "other engine.",
  oldGit: "git is older than 2.31 and would run the filters that the settings name. Install a newer one.",
  gitFailed: "git %s failed: %s",
  gitDiffers:
    "git finds another repository for %s than the .git there names, so nothing is recorded. Mend .git; " +
    "git says more: git rev-parse --absolute-git-dir",
  refusedWorktree: "%s is %s and is not recorded. To record it all the same set SNAPVEIL_ALLOW=home.",
  tooMuch:
    "%s is not recorded: it holds %s. Name files that are no sources in .gitignore, or set SNAPVEIL_ALLOW=large.",
  damagedShadow:
    "The shadow repository is damaged: %s. The next turn, or `snapveil snapshot`, mends it, or sets it aside and " +
    "begins anew.",
  brokenObjects: "Objects of the state %s are gone or damaged in the shadow repository, and could not be stored anew.",
  lostObjects:
    "A state that was recorded is no longer in the shadow repository. `snapveil verify` names the lost objects; " +
    "`snapveil restore ID` brings back any other state.",
  lostState:
    "The state before this turn is lost, since objects of the shadow repository are gone: its changes " +
    "cannot be undone. Later turns are recorded.",
  unknownCheckpoint: 'There is no checkpoint whose id begins with "%s". The ids are in: snapveil checkpoints --all',
  ambiguousCheckpoint: 'More than one checkpoint has an id that begins with "%s". Write more of the id.',
  unknownSession: 'No session with an id that begins with "%s" recorded anything here. See: snapveil checkpoints --all',
  ambiguousSession: 'More than one session has an id that begins with "%s". Write more of the id.',
  tooFewSteps: "Nothing was changed: %s turns were asked for, and only %s can be taken back. See: snapveil checkpoints",
  tooFewBelow:
    "Nothing was changed: %s turns were asked for, and only %s changed files below %s. From the top of the worktree: " +
    "snapveil undo %s",
  tooFewUndos: "Nothing was changed: %s undos were asked for, and only %s can be redone.",
  unknownPath: 'No turn changed "%s", so nothing was done. To see the files of a turn: snapveil show ID',
  undonePath:
    'Every turn that changed "%s" is undone there already, so nothing was done. To take the newest undo back: snapveil redo',
  stepNoPath: '"%s" is the id of a turn or call, so nothing was done. To take it back alone: snapveil undo --step %s',
  olderPath: '%s did not change "%s", so nothing was done. The newest turn that did is %s: snapveil undo --step %s %s',
  unknownHunk:
    'Nothing was changed: there is no hunk "%s"; hunks have numbers from 1 to %s. See: snapveil undo -p --dry-run',
  oneStep: "Nothing was changed: -p works on one turn at a time. For an older turn: snapveil undo -p --step ID",
  needsHunks:
    "Nothing was changed: there is no terminal to choose hunks on. List them with --dry-run, and name them by their " +
    "numbers or ids: --hunks 1,3 --yes",
  noHunks: "Nothing was changed: --hunks names none. Write numbers or ids with commas between: --hunks 1,3",
  notAStep:
    'Nothing was changed: "%s" cannot be undone, since it is undone already, or was recorded by hand. ' +
    "To put back its state: snapveil restore %s",
  noFile: "There is no file %s. To see what turns did to a deleted file: snapveil checkpoints PATH",
  noRefusal: "Nothing was refused or taken out so far.",
  unknownRefusal: 'Nothing was refused or taken out under an id that begins with "%s". The ids are in: snapveil log',
  ambiguousRefusal: 'More than one id begins with "%s". Write more of the id. The ids are in: snapveil log',
  notAllowable: "Nothing was changed: no line of the settings would let this pass.",
  whichCheckpoint:
    "Name a checkpoint, since there is no terminal to choose on: snapveil restore ID. The ids are in: snapveil checkpoints",
  checkpointsChanged: "Nothing was changed: a checkpoint was recorded or undone while you chose. Choose again.",
  needsConfirmation: "Nothing was changed. %s Add --yes to do it, or --dry-run to only look.",
  notSent: "Not all entries were sent (%s). Send these again once the collector takes them.",
  needsTerminal:
    "%s is for a person at a terminal, so that no agent does it. Nothing was changed: type it in a terminal.",
  needsPerson:
    "%s is for a person, and %s: an agent started this. Nothing was changed: type it in a terminal of your own.",
  unreadablePath: "%s cannot be read: %s. Look at its name and permissions.",
  badBaseline: "The baseline %s cannot be used: %s. Mend it, or make it anew with --update-baseline.",
  fullDisk: "The disk is full. Make room and do it again; what was recorded before is untouched.",
  unknownAgent: 'There is no agent named "%s" that hooks can be registered with.%s Known: %s.',
  badConfig: "%s cannot be used: %s. Nothing was changed.",
  notLoaded: "%s Mend that in the file, and install again. Nothing was changed.",
  changedMeanwhile: "Somebody else changed %s in the meantime. Nothing was changed; try again.",
  cannotWrite: "%s cannot be written (%s). Nothing was changed.",
  noAccess: "%s cannot be read or written (%s). Nothing was changed. Look at who owns it and at its permissions.",
  busy: "%s (process %s). Try again when it is done.",
  noPort: "Port %s cannot be used (%s). Choose another, or none to get a free one.",
  notPosted: "%s %s.",
  checkBroke: 'the check "%s" %s.%s',
  /**
   * The caller passes the whole sentence. Used for a fault in a person's arguments or in a line that is registered with
   * an agent.
   */
  badArgument: "%s",
} as const;

export type UserErrorCode = keyof typeof SENTENCES;

/**
 * An error that the user can do something about: a code, a sentence and a cause. Any other error is a bug of snapveil.
 * The stack of an error is shown only if `DEBUG` names snapveil.
 */
export class UserError extends Error {
  readonly code: UserErrorCode;

  constructor(code: UserErrorCode, details: readonly string[] = [], cause?: unknown) {
    let next = 0;
    super(
      SENTENCES[code].replace(/%s/g, () => details[next++] ?? ""),
      cause === undefined ? undefined : { cause },
    );
    this.name = "UserError";
    this.code = code;
  }
}

/** Writes an error's stack to standard error if `DEBUG` names snapveil. */
export function showStack(io: Pick<Io, "env" | "writeStderr">, error: unknown): void {
  if (io.env["DEBUG"]?.includes("snapveil")) io.writeStderr(`${stackOf(error)}\n`);
}

/** The stacks of an error and of its causes. A SyntaxError's message is left out, since it quotes the parsed input. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.name;
  const own = error instanceof SyntaxError ? stack.replace(error.message, "(message left out)") : stack;
  return error.cause === undefined ? own : `${own}\ncaused by: ${stackOf(error.cause)}`;
}
