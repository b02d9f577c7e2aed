/** A problem that prevents the start and that the operator can fix: one sentence and a next step. */
export class StartupProblem extends Error {
  override readonly name = 'StartupProblem'
  readonly nextStep: string

  constructor(sentence: string, nextStep: string, options?: ErrorOptions) {
    super(sentence, options)
    this.nextStep = nextStep
  }
}

/** For a URL that cannot be read: the likely reason is a password. */
export const percentEncodingAdvice =
  'Percent-encode special characters in its user name and password: / as %2F, # as %23, ? as %3F, @ as %40, : as %3A and % as %25.'

/** Returns the system's code of a failure, such as `EACCES`, for the sentence of a problem. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
}
