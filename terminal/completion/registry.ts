import { BASH } from "./bash.ts";
import { FISH } from "./fish.ts";
import { ZSH } from "./zsh.ts";

/** Name of a shell → the script that makes it complete. All ask `snapveil complete-words` for the candidates. */
export const SHELLS = { bash: BASH, zsh: ZSH, fish: FISH } as const;

export type Shell = keyof typeof SHELLS;
