/** The problem with a typed address; `emailInvalid` is a key of the texts. */
export type EmailProblem = 'emailEmpty' | 'emailInvalid'

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
