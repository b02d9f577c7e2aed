import type { ReactNode } from 'react'
import { useVerificationEmail } from '../hooks/useVerificationEmail.ts'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'
import { AccountFailure } from './AccountFailure.tsx'
import { Badge } from './Badge.tsx'
import { useSettings } from './settings-context.ts'
import { SettingsRow } from './SettingsRow.tsx'

export function EmailRow(): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  const mail = useVerificationEmail()
  const address = user.primaryEmail
  if (address === null) {
    return <SettingsRow label={t('Email')} value={<span className="portico-row-none">{t('Not given')}</span>} />
  }
  return (
    <SettingsRow
      label={t('Email')}
      value={
        <>
          <bdi className="portico-row-long">{address}</bdi>
          <span className="portico-tags">
            <Badge>{t('Primary')}</Badge>
            {!user.primaryEmailVerified && <Badge attention>{t('Unverified')}</Badge>}
          </span>
          <AccountFailure failure={mail.failure} />
        </>
      }
      note={user.primaryEmailVerified ? undefined : t('Open the link in the email we sent you, or request a new one.')}
      done={mail.phase === 'done' ? t('Email sent. Check your spam folder as well.') : undefined}
      action={
        !user.primaryEmailVerified &&
        mail.phase !== 'done' && (
          <Button variant="quiet" phase={mail.phase} pendingText={t('Sending…')} onClick={() => void mail.submit()}>
            {t('Send verification email')}
          </Button>
        )
      }
    />
  )
}
