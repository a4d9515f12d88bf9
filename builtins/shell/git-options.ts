/** Options of git itself, before its verb, that take the next word. */
export const TAKES_NEXT = /^(?:-[cC]|--(?:git-dir|work-tree|namespace|exec-path|super-prefix|config-env|attr-source))$/;
