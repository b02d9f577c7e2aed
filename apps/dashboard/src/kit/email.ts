import type { KitTexts } from '../texts/en/kit.ts'

/** The problem with a typed address. */
export type EmailProblem = 'emailEmpty' | 'emailInvalid'

/** Returns the sentence of a problem, for a field with this label. */
export function describeEmailProblem(problem: EmailProblem, label: string, sentences: KitTexts['problems']): string {
  return problem === 'emailEmpty' ? sentences.empty(label) : sentences.emailInvalid
}

/**
 * A rough check beside the field. The service checks addresses in full.
 *
 * @param options.isAnyHostAllowed accepts hosts without a top-level domain too, such as `root@localhost`
 */
export function findEmailProblem(
  typed: string,
  { isAnyHostAllowed = false }: { readonly isAnyHostAllowed?: boolean } = {},
): EmailProblem | null {
  const text = typed.trim()
  if (text === '') return 'emailEmpty'
  const pattern = isAnyHostAllowed ? /^[^\s@]+@[^\s@]+$/ : /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/
  return pattern.test(text) ? null : 'emailInvalid'
}
