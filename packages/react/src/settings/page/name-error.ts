import { countCodePoints } from '@portico/contract/code-points'
import { LABEL_MAX_CODE_POINTS } from '@portico/contract/limits'
import type { Translate } from '../../i18n/translate.ts'

interface NameRules {
  readonly isRequired?: boolean
  readonly maxCodePoints?: number
}

/** Returns the error of a name, or undefined for a valid one. */
export function nameError(
  t: Translate,
  typed: string,
  { isRequired = true, maxCodePoints = LABEL_MAX_CODE_POINTS }: NameRules = {},
): string | undefined {
  const name = typed.trim()
  if (isRequired && name === '') return t('Please enter a name')
  return countCodePoints(name) > maxCodePoints
    ? t('A name has at most {n} characters.', { n: maxCodePoints })
    : undefined
}
