/** Starters of other commands; what follows is the command. */
const STARTERS =
  /^(?:sudo|doas|env|nohup|time|nice|command|builtin|exec|xargs|timeout|stdbuf|then|do|else|if|while|until|!|\{|\()$/;

/** Without assignments before it and the starters of commands; the name without its folder. */
export function bareWords(words: readonly string[]): string[] {
  let at = 0;
  while (
    at < words.length &&
    (/^[A-Za-z_]\w*\+?=/.test(words[at] as string) ||
      STARTERS.test(words[at] as string) ||
      (at > 0 && (words[at] as string).startsWith("-")))
  )
    at += 1;
  const [name = "", ...rest] = words.slice(at);
  return [name.replace(/^.*[\\/](?=[^\\/]+$)/, ""), ...rest];
}
