/** Something that keeps the service from starting and that a person can mend: one sentence and a next step. */
export class StartupProblem extends Error {
  override readonly name = 'StartupProblem'
  readonly nextStep: string

  constructor(sentence: string, nextStep: string, options?: ErrorOptions) {
    super(sentence, options)
    this.nextStep = nextStep
  }
}

/** What the system calls a failure, such as `EACCES`, for the sentence of a problem. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
}
