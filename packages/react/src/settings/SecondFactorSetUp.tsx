'use client'

import type { ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useTranslate } from '../i18n/language.ts'
import { useReportFailure } from '../parts/action-failure.ts'
import { Button } from '../parts/Button.tsx'
import { SignOutRow } from './AccountSection.tsx'
import { useSettings } from './page/settings-context.ts'
import { FirstFactorRows } from './sign-in/FirstFactorRows.tsx'

/**
 * The only settings of a user who must first set up a second factor. Stays afterwards until the user continues, because
 * it then shows the recovery codes.
 */
export function SecondFactorSetUp(): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const reportFailure = useReportFailure()
  const { user } = useSettings()
  return (
    <>
      <FirstFactorRows />
      {user.isRestricted ? (
        <SignOutRow />
      ) : (
        <Button variant="primary" onClick={() => void app.redirectToAfterSignIn().catch(reportFailure)}>
          {t('Continue')}
        </Button>
      )}
    </>
  )
}
