/** Something that keeps the service from starting and that a person can mend: one sentence and a next step. */
export class StartupProblem extends Error {
  override readonly name = 'StartupProblem'
  readonly nextStep: string

  constructor(sentence: string, nextStep: string, options?: ErrorOptions) {
    super(sentence, options)
    this.nextStep = nextStep
  }
}
