import { randomFrom } from "../../../support/chance.ts";

/** A text and what must be gone from it. */
export type Held = readonly [name: string, text: string, ...secrets: string[]];
/** A text that looks like one with a secret, and holds none. */
export type Harmless = readonly [name: string, text: string];

/** A value of these characters, made up at run time so that no scanner takes the repository for a leak. */
export function made(characters: string, length: number, seed: number): string {
  const random = randomFrom(seed);
  return Array.from({ length }, () => characters[random(characters.length)]).join("");
}

const LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";
const ALNUM = `${LETTERS}23456789`;

export const hex = (length: number, seed: number): string => `7${made("0123456789abcdef", length - 2, seed)}a`;
export const alnum = (length: number, seed: number): string =>
  `${made(LETTERS, 3, seed)}4${made(ALNUM, length - 5, seed + 1)}7`;
export const small = (length: number, seed: number): string =>
  `${made("abcdefghijklmnopqrstuvwxyz234567", length - 2, seed)}4q`;
export const encoded = (bytes: number, seed: number): string =>
  Buffer.from(Array.from({ length: bytes }, (_, at) => randomFrom(seed + at)(256))).toString("base64");
export const base64 = (text: string): string => Buffer.from(text).toString("base64");
export const crypt = (length: number, seed: number): string => made(`${ALNUM}./`, length, seed);
export const uuid = (seed: number): string =>
  [8, 4, 4, 4, 12].map((length, at) => made("0123456789abcdef", length, seed + at)).join("-");

/** What a machine or a careful person sets: `kX7w!m2Qp`. */
export const strong = (seed: number): string =>
  `${made(LETTERS, 4, seed)}${made("23456789", 2, seed)}!${made(ALNUM, 4, seed + 7)}`;
/** Words and a number, as people like them and machines make them up. */
export const words = (seed: number): string => {
  const random = randomFrom(seed);
  const pick = (list: string): string => list.split(" ")[random(8)] as string;
  const first = pick("amber velvet silent copper frosty lunar gentle rapid");
  return `${first}-${pick("nimbus tundra harbor falcon meadow pebble cinder walrus")}-${1000 + random(9000)}`;
};
export const github = (seed: number): string => ["gh", "p_", alnum(36, seed)].join("");
