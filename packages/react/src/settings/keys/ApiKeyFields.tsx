'use client'

import { countCodePoints } from '@portico/contract/code-points'
import { LABEL_MAX_CODE_POINTS } from '@portico/contract/limits'
import { useState, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import type { Translate } from '../../i18n/translate.ts'
import { describeExpiry, expiries, expiryDateOf, type Expiry } from './describe-api-key.ts'
import { InlineChoice } from './InlineChoice.tsx'
import { useFormat } from '../../i18n/useFormat.ts'

/** Returns the error of a key's description, or undefined for a valid one. */
export function descriptionError(t: Translate, description: string): string | undefined {
  const length = countCodePoints(description.trim())
  if (length === 0) return t('Please enter a description')
  return length > LABEL_MAX_CODE_POINTS
    ? t('A description has at most {n} characters.', { n: LABEL_MAX_CODE_POINTS })
    : undefined
}

export interface NewExpiryProps {
  readonly expiry: Expiry
  readonly onChange: (expiry: Expiry) => void
}

/** The expiry of a new key, with the date that it results in. */
export function NewExpiry({ expiry, onChange }: NewExpiryProps): ReactNode {
  const t = useTranslate()
  return (
    <InlineChoice
      label={t('Expiry')}
      hint={useExpiryHint(expiry)}
      choices={expiries.map((value) => ({ value, label: describeExpiry(t, value) }))}
      chosen={expiry}
      onChoose={onChange}
    />
  )
}

export interface ChangedExpiryProps {
  /** Undefined: the key does not expire. */
  readonly current: Date | undefined
  readonly expiry: Expiry | 'unchanged'
  readonly onChange: (expiry: Expiry | 'unchanged') => void
}

/** The expiry of an existing key. It stays as it is until the user chooses another one. */
export function ChangedExpiry({ current, expiry, onChange }: ChangedExpiryProps): ReactNode {
  const t = useTranslate()
  return (
    <InlineChoice
      label={t('Expiry')}
      hint={useExpiryHint(expiry, current)}
      choices={[
        { value: 'unchanged', label: t('Unchanged') },
        ...expiries.map((value) => ({ value, label: describeExpiry(t, value) })),
      ]}
      chosen={expiry}
      onChoose={onChange}
    />
  )
}

function useExpiryHint(expiry: Expiry | 'unchanged', current?: Date): string {
  const t = useTranslate()
  const format = useFormat()
  const [nowMillis] = useState(() => Date.now())
  const date = expiry === 'unchanged' ? (current ?? null) : expiryDateOf(expiry, nowMillis)
  if (date === null) return t('The key works until you revoke it.')
  return t('Valid until {date}', { date: format.dateTime(date) })
}
