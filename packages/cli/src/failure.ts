/** What went wrong, in a sentence for the person at the terminal; there is nothing more to know about it. */
export class Failure extends Error {
  override readonly name = 'Failure'
}
