import { DOWNLOADED } from "../../shell/printed.ts";
import { isShell, kindOf, said } from "../../shell/programs.ts";
import type { HarmRule } from "./rule.ts";

/** Downloads that run unread. */
export const NETWORK: readonly HarmRule[] = [
  {
    name: "run-download",
    level: "all",
    programs: "*",
    does: "runs what a server sends, and nobody has read it",
    instead: "Load it into a file, read it, then run it.",
    matches: ({ name, own, fed }) => {
      const runs = isShell(name) || said(name, "runsText") === true;
      const code = runs || kindOf(name) === "code" ? own.filter((word) => runs || !/^[^\0]*[=:]|\s/.test(word)) : [];
      if (code.some((word) => word.includes(DOWNLOADED))) return true;
      if (!fed.some((text) => text.includes(DOWNLOADED))) return false;
      if (runs) return !own.some((word) => /^-\w*n$/.test(word));
      // With code or a file of its own, a program reads its input as data.
      const isInterpreter = kindOf(name) === "code" && !/^(?:mongosh|mongo)$/.test(name);
      return (
        isInterpreter &&
        own.every((word) => /^(?:-|run)$/.test(word) || (word.startsWith("-") && !/^-(?:\w*[cemnrp]|-\w+)/.test(word)))
      );
    },
  },
];
