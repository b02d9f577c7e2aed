'use client'

import type { RemovedSignInMethod } from '@portico/client'
import { useEffect, useRef, type ReactNode } from 'react'
import { describeFailure } from '../form/describe-error.ts'
import type { SignInRemoval } from '../hooks/leave-after-success.ts'
import { useAction } from '../hooks/useAction.ts'
import { useTranslate } from '../i18n/language.ts'
import { useFormat } from '../i18n/useFormat.ts'
import type { Translate } from '../i18n/translate.ts'
import { Button } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'
import { useAuthStep } from './auth-step.ts'
import { useReportProgress } from './auth-progress.ts'
import { nameOf } from './offered-providers.ts'
import { useProvider } from './useProvider.ts'

export interface RemovedMethodsProps {
  readonly removal: SignInRemoval
}

/** Lists the sign-in methods that were removed when a sign-in proved the address for the first time, and what to do. */
export function RemovedMethods({ removal: { methods, continueAfterSuccess } }: RemovedMethodsProps): ReactNode {
  const t = useTranslate()
  const format = useFormat()
  const text = useRef<HTMLDivElement>(null)
  const leave = useAction(async () => {
    await continueAfterSuccess()
    return { status: 'ok' }
  })
  useAuthStep(t('Sign-in methods removed'))
  useReportProgress('pending')
  // This text replaces the form that had the focus.
  useEffect(() => text.current?.focus(), [])
  const providerOf = useProvider()
  const providers = methods.flatMap(({ provider_id: id }) => (id === undefined ? [] : [nameOf(providerOf(id))]))
  return (
    <>
      <div className="portico-message" ref={text} tabIndex={-1}>
        {t(
          'You have confirmed this email address for the first time. Before that, someone else could have added sign-in methods or API keys to the account. These were removed:',
        )}
        <ul className="portico-removed">
          {methods.map((method) => (
            <li key={method.provider_id ?? method.type}>{describeMethod(t, method, (id) => nameOf(providerOf(id)))}</li>
          ))}
        </ul>
        {providers.length === 0
          ? t('You can add them again in your account settings.')
          : t('You can add them again in your account settings. Reconnect {providers} there.', {
              providers: format.list(providers),
            })}
      </div>
      {leave.failure !== null && <Notice {...describeFailure(t, leave.failure)} />}
      <div className="portico-actions">
        <Button phase={leave.phase} onClick={() => void leave.submit()}>
          {t('Continue')}
        </Button>
      </div>
    </>
  )
}

function describeMethod(
  t: Translate,
  { type, provider_id: id = '' }: RemovedSignInMethod,
  providerName: (id: string) => string,
): string {
  switch (type) {
    case 'password':
      return t('Password')
    case 'passkey':
      return t('Passkeys')
    case 'authenticator_app':
      return t('Authenticator app')
    case 'api_keys':
      return t('API keys')
    case 'provider':
      return t('Account at {provider}', { provider: providerName(id) })
  }
}
