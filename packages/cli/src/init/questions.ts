import { ask } from '../kernel/ask.ts'
import { canAsk } from '../kernel/confirm.ts'
import { exitCodes } from '../kernel/exit-codes.ts'
import { Failure } from '../kernel/failure.ts'

/**
 * Asks for one of several choices.
 *
 * @param missing names the options that answer the question, for use without a terminal
 * @throws Failure if no person can be asked, or if the answer is not one of the choices
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
  if (chosen === undefined) throw new Failure('That is not one of the choices. Nothing was changed.')
  return chosen
}

/** @throws Failure with the text `missing` if no person can be asked, and if the answer is Ctrl+C or Ctrl+D */
export async function askText(question: string, missing: string): Promise<string> {
  if (!canAsk()) throw new Failure(missing, exitCodes.usage)
  const answer = await ask(question)
  if (answer === null) throw new Failure('Nothing was changed.')
  return answer
}
