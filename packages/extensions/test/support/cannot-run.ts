/** A test failed, but only since the code under it cannot even run: that shows nothing about the test. */
export function cannotRun(errors: readonly { readonly name?: string }[]): boolean {
  return errors.every(({ name }) => name === 'ReferenceError' || name === 'SyntaxError');
}
