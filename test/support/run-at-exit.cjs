"use strict";
// Has Node run its `exit` handlers where a hook leaves without them.
const { reallyExit } = process;
process.reallyExit = (code) => {
  if (!process._exiting) process.emit("exit", code);
  reallyExit.call(process, code);
};
