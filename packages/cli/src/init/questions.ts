import { createInterface } from 'node:readline/promises'

import { exitCodes } from '../kernel/exit-codes.ts'
import { Failure } from '../kernel/failure.ts'

/** Whether a person can be asked: there is a terminal, and the environment does not forbid it. */
export function canAsk(): boolean {
  const isForbidden = process.env['PORTICO_DISABLE_INTERACTIVE'] || process.env['STACK_DISABLE_INTERACTIVE']
  return !isForbidden && process.stdin.isTTY && process.stderr.isTTY
}

/**
 * Asks for one of several choices.
 *
 * @param missing names the options that answer the question, for use without a terminal
 * @throws Failure if nobody can be asked, or if the answer is none of the choices
 */
export async function askChoice<Choice extends string>(
  question: string,
  choices: Readonly<Record<Choice, string>>,
  missing: string,
): Promise<Choice> {
  const names = Object.keys(choices) as Choice[]
  const lines = names.map((name, index) => `  ${index + 1}  ${choices[name]}`)
  const answer = await askText([question, ...lines, `1-${names.length}: `].join('\n'), missing)
  const chosen = names[Number(answer) - 1] ?? names.find((name) => name === answer.toLowerCase())
  if (chosen === undefined) throw new Failure('That is none of the choices. Nothing was changed.')
  return chosen
}

/** @throws Failure with the text `missing` if nobody can be asked */
export async function askText(question: string, missing: string): Promise<string> {
  if (!canAsk()) throw new Failure(missing, exitCodes.usage)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(question)).trim()
  } finally {
    terminal.close()
  }
}
