/** A line of `install`: a path below its runtime. */
const INSTALLED = /[\\/]runtime[\\/](?:current[\\/]snapveil\.cjs|snapveil-hook|wrappers[\\/]snapveil-[\w.-]+)/;
/** A status line, which is no hook. */
const STATUS = /[\\/]runtime[\\/]current[\\/]snapveil\.cjs["']? status --line$/;
/** Whether `install` wrote this status line. */
export const isStatusCommand = (command: string): boolean => STATUS.test(command);
/** A plugin's line, whether its agent has put the plugin's folder into it or not. */
const PACKAGED = /[\\/]dist[\\/]snapveil(?:\.cmd)?["']?\s+hook\b/;
/** Somebody's own line, also by way of npx. */
const BY_HAND = /\bsnapveil(?:\.cjs)?(?:@[\w.-]+)?["']?\s+hook\b/;

/** Whether a command starts snapveil, and who wrote it. */
export function ownerOf(command: string): "install" | "plugin" | "hand" | undefined {
  if (STATUS.test(command)) return undefined;
  if (INSTALLED.test(command)) return "install";
  if (PACKAGED.test(command)) return "plugin";
  return BY_HAND.test(command) ? "hand" : undefined;
}

/** Whether an address is that of `snapveil serve`. */
export function isServed(address: string): boolean {
  return /^https?:\/\/[^/]+\/hook\?(?:\S*&)?agent=[\w-]+/.test(address);
}

/** Whether somebody's own line stands in a file, beside those that `install` wrote. */
export function hasLineByHand(text: string): boolean {
  return BY_HAND.test(text.replaceAll(new RegExp(INSTALLED, "g"), "\0"));
}

/** Whether a command asks npm for the program each time. */
export function npxIn(command: string): boolean {
  return /(?:^|[\s/"'])(?:npx|npm\s+(?:exec|x)|pnpm\s+dlx|bunx|yarn\s+dlx)\b/.test(command);
}
