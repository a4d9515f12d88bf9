/** The agent's commands and variables that remove or disable hooks, from its help or documentation. */
export interface WaysOut {
  /**
   * Words of the agent's command line, separated by blanks, after which a plugin is removed or disabled: `plugin`. "":
   * the verb follows the program's name directly.
   */
  readonly managers: string;
  /**
   * Matches arguments with which the agent runs no hooks, or none of the user's. It is tested on the arguments that
   * hold no blank, joined by blanks.
   */
  readonly unhooked?: RegExp;
  /** Matches variables, as `NAME=value`, with which the agent runs no hooks, or none of the user's. */
  readonly variables?: RegExp;
}

/** Verbs that remove or disable a plugin. */
const TAKES_AWAY = /^(?:disable|uninstall|remove|rm|delete|unlink|off)$/;
const ALL = /^(?:-a|--all)$/;
const OURS = /snapveil/i;

/** Whether an agent's arguments remove or disable snapveil's plugin, its marketplace or all hooks. */
export function takesHooks(own: readonly string[], { managers, unhooked }: WaysOut): boolean {
  if (own.some((word) => /^(?:-h|--help|help)$/.test(word))) return false;
  if (unhooked?.test(own.flatMap(plainWord).join(" "))) return true;
  const operands = own.filter((word) => !word.startsWith("-"));
  const at = managers === "" ? 0 : operands.findIndex((word) => managers.split(" ").includes(word)) + 1;
  if (managers !== "" && at === 0) return false;
  // The verb follows the manager directly or after `marketplace`.
  const verb = operands.findIndex((word, index) => index >= at && index <= at + 1 && TAKES_AWAY.test(word));
  if (verb === -1) return false;
  const named = operands.slice(verb + 1);
  const isUnknown = (word: string) => /[$`*?]/.test(word);
  return (
    named.length === 0 || own.some((word) => ALL.test(word)) || named.some((one) => OURS.test(one) || isUnknown(one))
  );
}

/** Joins `features.hooks = false` to one word. An argument that still has a blank is a prompt and is left out. */
function plainWord(word: string): string[] {
  const plain = word.replace(/\s*=\s*/g, "=").trim();
  return /\s/.test(plain) ? [] : [plain];
}
