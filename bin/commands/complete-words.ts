import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { completeWords } from "../complete-words.ts";

/** What the completion scripts ask; not for people. A word and what it means, separated by a tab, on each line. */
export function completeWordsCommand(io: Io): Command {
  return new Command("complete-words")
    .argument("[words...]")
    .action(async (words: string[], _, { parent }: Command) => {
      const { candidates, files } = await completeWords(io, parent!, words);
      const lines = candidates.map(({ word, meaning }) => `${word}\t${meaning}\n`);
      io.writeStdout(`${lines.join("")}${files ? ":files\n" : ""}`);
    });
}
