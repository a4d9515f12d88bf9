/** @file What is remembered of texts: that one was clean, how an output ended. */

export { forgetClean } from "../memory/clean-texts.ts";
export { forgetTails, isWholeOutput, keepTail, openEnd, readTail } from "../memory/tails.ts";
