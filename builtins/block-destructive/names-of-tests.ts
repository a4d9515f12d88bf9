const OF_TESTS = /(?:^|[._\W])(?:tests?|ci|e2e)(?:$|[._\W\d])/i;

/** Whether a word names what tests set up, and set up again. */
export function isOfTests(word: string): boolean {
  return OF_TESTS.test(word);
}
