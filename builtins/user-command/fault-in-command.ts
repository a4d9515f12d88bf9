/**
 * A sentence about arguments that are not `COMMAND ARG…`; it quotes none of them.
 * @param example how a right line reads, the builtin's name first
 */
export function faultInCommand(example: string, [command = ""]: readonly string[]): string | undefined {
  const [name] = example.split(" ", 1);
  const wanted = `${name} takes a command and its arguments, each as a word of its own. Write for instance: ${example}`;
  // A whole command line in one text would be taken for a program's name.
  return command.trim() === "" || (/\s/.test(command) && !/[\\/]/.test(command)) ? wanted : undefined;
}
