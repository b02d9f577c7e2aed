'use client'

import { KnownErrors } from '@portico/client'
import type { ReactNode } from 'react'
import { useLatestProject } from '../app/useProject.ts'
import { useSecondFactor, type SecondFactorStep } from '../hooks/useSecondFactor.ts'
import { suspensionOf } from '../hooks/suspension.ts'
import { useTranslate } from '../i18n/language.ts'
import { CodeStep } from './CodeStep.tsx'
import { SuspendedAccount } from './SuspendedAccount.tsx'

export interface SecondFactorProps {
  readonly step: SecondFactorStep
  /** Replaces the service's text for a wrong code. */
  readonly wrongCodeText?: string
}

/** Asks for a code from the authenticator app. Replaces the form of the first step. */
export function SecondFactor({ step, wrongCodeText }: SecondFactorProps): ReactNode {
  const t = useTranslate()
  const project = useLatestProject()?.displayName
  const secondFactor = useSecondFactor(step)
  if (secondFactor.suspension) return <SuspendedAccount step={secondFactor.suspension} />
  return (
    <CodeStep
      title={t('Confirm that it is you')}
      lead={
        project === undefined
          ? t('Enter the code that your authenticator app shows.')
          : t('Enter the code that your authenticator app shows for {project}.', { project })
      }
      kind="digits"
      label={t('Six-digit code')}
      phase={secondFactor.phase}
      failure={secondFactor.failure}
      pendingText={t('Checking…')}
      submit={async (code) => {
        const refusal = await secondFactor.submit(code)
        if (!refusal || suspensionOf(refusal)) return null
        return (KnownErrors.InvalidTotpCode.isInstance(refusal) ? wrongCodeText : undefined) ?? t.error(refusal)
      }}
      cancel={() => step.leave('cancelled')}
    />
  )
}
