/** @file The table of programs, asked by name and column. */

export {
  PROGRAMS,
  columnOf,
  hasFlag,
  isElsewhere,
  isFar,
  isMadeToAct,
  isOnlyPrinting,
  isShell,
  kindOf,
  namesOfKind,
  namesWith,
  onlyPrints,
  printsByAllRows,
  programName,
  rowsOf,
  runsOf,
} from "../programs.ts";
export type { Program } from "../program.ts";
