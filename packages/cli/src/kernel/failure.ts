import { exitCodes, type ExitCode } from './exit-codes.ts'

/** An expected end of a command. The message is for the user and is printed without a stack trace. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = exitCodes.failure) {
    super(message)
    this.exitCode = exitCode
  }
}
