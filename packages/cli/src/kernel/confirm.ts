import { ask } from './ask.ts'
import { exitCodes } from './exit-codes.ts'
import { Failure } from './failure.ts'

/** Whether a person can be asked: there is a terminal, and the environment does not forbid it. */
export function canAsk(): boolean {
  const isForbidden = process.env['PORTICO_DISABLE_INTERACTIVE'] || process.env['STACK_DISABLE_INTERACTIVE']
  return !isForbidden && process.stdin.isTTY && process.stderr.isTTY
}

/**
 * Asks before an act that changes or deletes data. Without a terminal, the option is required.
 *
 * @param isConfirmed whether the option `--yes` was given
 * @throws Failure if the user does not agree, or cannot be asked
 */
export async function requireConfirmation(question: string, isConfirmed: boolean): Promise<void> {
  if (isConfirmed) return
  if (!canAsk()) {
    throw new Failure('There is no terminal to ask for a confirmation. Pass --yes to confirm.', exitCodes.usage)
  }
  if (!(await isAgreed(question))) throw new Failure('Nothing was changed.')
}

async function isAgreed(question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `)) ?? '')
}
