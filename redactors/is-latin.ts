/** Whether each character is one byte. Of most texts the engine knows without looking. */
export function isLatin(text: string): boolean {
  return !NOT_LATIN.test(text);
}

const NOT_LATIN = /[^\0-\xff]/;
