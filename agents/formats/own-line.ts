/** A command that `install` registered: it starts a file below the `runtime` folder. */
const INSTALLED = /[\\/]runtime[\\/](?:current[\\/]snapveil\.cjs|snapveil-hook|wrappers[\\/]snapveil-[\w.-]+)/;
/** The command of a status line. It starts snapveil but is no hook. */
const STATUS = /[\\/]runtime[\\/]current[\\/]snapveil\.cjs["']? status --line$/;
/** Whether `install` wrote this status line. */
export const isStatusCommand = (command: string): boolean => STATUS.test(command);
/** The command of snapveil's plugin, both with the agent's variable for the plugin's folder and with the real path. */
const PACKAGED = /[\\/]dist[\\/]snapveil(?:\.cmd)?["']?\s+hook\b/;
/** A command that a person wrote, directly or through npx. */
const BY_HAND = /\bsnapveil(?:\.cjs)?(?:@[\w.-]+)?["']?\s+hook\b/;

/** The author of a command that starts snapveil as a hook; `undefined` if the command does not start it. */
export function ownerOf(command: string): "install" | "plugin" | "hand" | undefined {
  if (STATUS.test(command)) return undefined;
  if (INSTALLED.test(command)) return "install";
  if (PACKAGED.test(command)) return "plugin";
  return BY_HAND.test(command) ? "hand" : undefined;
}

/** Whether a URL is that of a hook at `snapveil serve`. */
export function isServed(address: string): boolean {
  return /^https?:\/\/[^/]+\/hook\?(?:\S*&)?agent=[\w-]+/.test(address);
}

/** Whether a text has a command for snapveil's hook that `install` did not write. */
export function hasLineByHand(text: string): boolean {
  return BY_HAND.test(text.replaceAll(new RegExp(INSTALLED, "g"), "\0"));
}

/** Whether a command fetches its program through npm or a similar runner at each start. */
export function npxIn(command: string): boolean {
  return /(?:^|[\s/"'])(?:npx|npm\s+(?:exec|x)|pnpm\s+dlx|bunx|yarn\s+dlx)\b/.test(command);
}
