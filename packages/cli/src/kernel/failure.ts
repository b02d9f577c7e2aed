/** An expected failure. The message is for the user and is printed without a stack trace. */
export class Failure extends Error {
  override readonly name = 'Failure'
}
