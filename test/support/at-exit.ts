/** Script text that has Node run its `exit` handlers where a hook leaves without them. */
export const RUN_AT_EXIT = `{
  const { reallyExit } = process;
  process.reallyExit = (code) => {
    if (!process._exiting) process.emit("exit", code);
    reallyExit.call(process, code);
  };
}
`;
