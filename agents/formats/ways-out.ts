/** The commands of an agent that take hooks away from it, as far as its own help or documentation tells. */
export interface WaysOut {
  /**
   * The words of its command line behind which a plugin is managed, with blanks between them: `plugin`. Empty: the verb
   * stands right behind the program's name.
   */
  readonly managers: string;
  /**
   * Words with which the agent runs no hook at all, or leaves out those of the user. Words without a blank count, as
   * one text.
   */
  readonly unhooked?: RegExp;
  /** Variables with which the agent runs no hook, or not the user's: `NAME=value`. */
  readonly variables?: RegExp;
}

/** Verbs of a manager that take away what they name. */
const TAKES_AWAY = /^(?:disable|uninstall|remove|rm|delete|unlink|off)$/;
const ALL = /^(?:-a|--all)$/;
const OURS = /snapveil/i;

/** Whether the words behind an agent's name take our plugin, our marketplace or every hook from it. */
export function takesHooks(own: readonly string[], { managers, unhooked }: WaysOut): boolean {
  if (own.some((word) => /^(?:-h|--help|help)$/.test(word))) return false;
  if (unhooked?.test(own.flatMap(plainWord).join(" "))) return true;
  const operands = own.filter((word) => !word.startsWith("-"));
  const at = managers === "" ? 0 : operands.findIndex((word) => managers.split(" ").includes(word)) + 1;
  if (managers !== "" && at === 0) return false;
  // Between a manager and its verb stands at most `marketplace`.
  const verb = operands.findIndex((word, index) => index >= at && index <= at + 1 && TAKES_AWAY.test(word));
  if (verb === -1) return false;
  const named = operands.slice(verb + 1);
  const isUnknown = (word: string) => /[$`*?]/.test(word);
  return (
    named.length === 0 || own.some((word) => ALL.test(word)) || named.some((one) => OURS.test(one) || isUnknown(one))
  );
}

/** `features.hooks = false` is one word of TOML; a word with other blanks in it is a prompt. */
function plainWord(word: string): string[] {
  const plain = word.replace(/\s*=\s*/g, "=").trim();
  return /\s/.test(plain) ? [] : [plain];
}
