'use client'

import { KnownErrors } from '@portico/client'
import { RECOVERY_CODE_CHARACTERS } from '@portico/contract/limits'
import { useState, type ReactNode } from 'react'
import { useLatestProject } from '../app/useProject.ts'
import { useSecondFactor, type SecondFactorStep } from '../hooks/useSecondFactor.ts'
import { suspensionOf } from '../hooks/suspension.ts'
import { useTranslate } from '../i18n/language.ts'
import { useFormat } from '../i18n/useFormat.ts'
import { Button } from '../parts/Button.tsx'
import { CodeStep } from './CodeStep.tsx'
import { SecondFactorPasskey } from './SecondFactorPasskey.tsx'
import { SuspendedAccount } from './SuspendedAccount.tsx'

const DAY_MILLIS = 24 * 60 * 60_000

export interface SecondFactorProps {
  readonly step: SecondFactorStep
  /** Replaces the service's text for a wrong code. */
  readonly wrongCodeText?: string | undefined
}

/** Asks for the second factor that the user has. Replaces the form of the first step. */
export function SecondFactor({ step, wrongCodeText }: SecondFactorProps): ReactNode {
  const isPasskeyOnly = step.factors?.includes('passkey') && !step.factors.includes('totp')
  return isPasskeyOnly ? <SecondFactorPasskey step={step} /> : <CodeFactor step={step} wrongCodeText={wrongCodeText} />
}

/** Asks for a code from the authenticator app, or for a recovery code. */
function CodeFactor({ step, wrongCodeText }: SecondFactorProps): ReactNode {
  const t = useTranslate()
  const format = useFormat()
  const shown = useLatestProject()
  const project = shown?.displayName
  const days = shown?.config.rememberDeviceDays ?? 0
  const [rememberDevice, setRememberDevice] = useState(false)
  const [now] = useState(() => Date.now())
  const secondFactor = useSecondFactor(step)
  const [isWithoutApp, setIsWithoutApp] = useState(false)
  if (secondFactor.suspension) return <SuspendedAccount step={secondFactor.suspension} />
  const ofApp = {
    lead:
      project === undefined
        ? t('Enter the code that your authenticator app shows.')
        : t('Enter the code that your authenticator app shows for {project}.', { project }),
    kind: 'digits',
    label: t('Six-digit code'),
  } as const
  const ofRecovery = {
    lead: t('Enter one of the recovery codes that you saved. Each works once.'),
    kind: 'letters-and-digits',
    length: RECOVERY_CODE_CHARACTERS,
    label: t('Recovery code'),
  } as const
  return (
    <CodeStep
      key={String(isWithoutApp)}
      title={t('Confirm that it is you')}
      {...(isWithoutApp ? ofRecovery : ofApp)}
      phase={secondFactor.phase}
      failure={secondFactor.failure}
      pendingText={t('Checking…')}
      submit={async (code) => {
        const refusal = await secondFactor.submit(code, { rememberDevice })
        if (!refusal || suspensionOf(refusal)) return null
        return (KnownErrors.InvalidTotpCode.isInstance(refusal) ? wrongCodeText : undefined) ?? t.error(refusal)
      }}
      cancel={() => step.leave('cancelled')}
      choice={
        days > 0 && (
          <label className="portico-choice">
            <input
              className="portico-check"
              type="checkbox"
              checked={rememberDevice}
              onChange={(event) => setRememberDevice(event.target.checked)}
            />
            {t('Remember this device until {date}', {
              date: format.mediumDate(new Date(now + days * DAY_MILLIS)),
            })}
          </label>
        )
      }
    >
      <Button variant="quiet" onClick={() => setIsWithoutApp(!isWithoutApp)}>
        {isWithoutApp ? t('Use your authenticator app') : t('Use a recovery code')}
      </Button>
    </CodeStep>
  )
}
