'use client'

import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { useFormat } from '../../i18n/useFormat.ts'

/** Until when an invitation can be accepted. */
export function InvitationExpiry({ at }: { readonly at: Date }): ReactNode {
  const t = useTranslate()
  return <time dateTime={at.toISOString()}>{t('Valid until {date}', { date: useFormat().dateTime(at) })}</time>
}
