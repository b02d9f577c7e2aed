import { createInterface } from 'node:readline/promises'

import { exitCodes } from './exit-codes.ts'
import { Failure } from './failure.ts'

/**
 * Asks before an act that changes or deletes data. Without a terminal nothing can be asked, so the option is needed.
 *
 * @param isConfirmed whether the option `--yes` was given
 * @throws Failure if the user does not agree, or cannot be asked
 */
export async function requireConfirmation(question: string, isConfirmed: boolean): Promise<void> {
  if (isConfirmed) return
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new Failure('There is no terminal to ask for a confirmation. Pass --yes to confirm.', exitCodes.usage)
  }
  // Standard output may be a pipe.
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(`${question} [y/N] `)
    if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('Nothing was changed.')
  } finally {
    terminal.close()
  }
}
