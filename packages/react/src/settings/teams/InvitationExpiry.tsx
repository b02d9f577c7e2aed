import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { useFormatLanguage } from '../page/useFormatLanguage.ts'

/** Until when an invitation can be accepted. */
export function InvitationExpiry({ at }: { readonly at: Date }): ReactNode {
  const t = useTranslate()
  const lang = useFormatLanguage()
  return (
    <time dateTime={at.toISOString()}>
      {t('Valid until {date}', { date: at.toLocaleString(lang, { dateStyle: 'medium', timeStyle: 'short' }) })}
    </time>
  )
}
