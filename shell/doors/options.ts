/** @file The options and operands of a command, by the table of programs. */

export { hasOption, operandsOf, parseOptions, valuesOf, type Options } from "../parse-options.ts";
