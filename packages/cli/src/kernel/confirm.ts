import { createInterface } from 'node:readline/promises'

import { exitCodes } from './exit-codes.ts'
import { Failure } from './failure.ts'
import { note } from './output.ts'

/** Whether a person can be asked: there is a terminal, and the environment does not forbid it. */
export function canAsk(): boolean {
  const isForbidden = process.env['PORTICO_DISABLE_INTERACTIVE'] || process.env['STACK_DISABLE_INTERACTIVE']
  return !isForbidden && process.stdin.isTTY && process.stderr.isTTY
}

/**
 * Asks before an act that changes or deletes data. Without a terminal nothing can be asked, so the option is needed.
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
  // Standard output may be a pipe.
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Otherwise the question would stay open after Ctrl+C and Ctrl+D, and Node would end with a code of its own.
  const stop = new AbortController()
  terminal.once('SIGINT', () => stop.abort()).once('close', () => stop.abort())
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal: stop.signal })
    return /^y(es)?$/i.test(answer.trim())
  } catch (error) {
    if (!stop.signal.aborted) throw error
    note('')
    return false
  } finally {
    terminal.close()
  }
}
