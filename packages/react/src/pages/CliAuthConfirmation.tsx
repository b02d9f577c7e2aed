'use client'

import {
  porticoAppInternalsSymbol,
  type CliLoginRequest,
  type CurrentUser,
  type PorticoClientApp,
} from '@portico/client'
import { useEffect, type ReactNode } from 'react'
import { takeAddressWithCodes, useOneTimeCode } from '../app/one-time-codes.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestUser } from '../app/useUser.ts'
import { FailureCard } from '../cards/FailureCard.tsx'
import { Message } from '../cards/Message.tsx'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { describeFailure } from '../form/describe-error.ts'
import { useCliConfirmation } from './useCliConfirmation.ts'
import { useTranslate } from '../i18n/language.ts'
import { useFormat } from '../i18n/useFormat.ts'
import { useReportFailure } from '../parts/action-failure.ts'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { CardRoot } from '../cards/CardRoot.tsx'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'
import { Notice } from '../parts/Notice.tsx'

/** The props of `CliAuthConfirmation`. */
export interface CliAuthConfirmationProps {
  /** Fills the rest of the window and centres the card. Default: true. */
  readonly fullPage?: boolean | undefined
  /** Default: the query of the current page. */
  readonly searchParams?: Readonly<Record<string, string>> | undefined
}

/** The page where a signed-in user allows or refuses the sign-in of a command-line program. */
export function CliAuthConfirmation({ fullPage = true, searchParams }: CliAuthConfirmationProps): ReactNode {
  const loginCode = useOneTimeCode('login_code', searchParams?.['login_code'] ?? loginCodeOfPage())
  return (
    <CardRoot fullPage={fullPage}>
      <ForWhoeverIsHere loginCode={loginCode ?? null} />
    </CardRoot>
  )
}

function loginCodeOfPage(): string | undefined {
  if (typeof window === 'undefined') return undefined
  return new URLSearchParams(window.location.search).get('login_code') ?? undefined
}

function ForWhoeverIsHere({ loginCode }: { readonly loginCode: string | null }): ReactNode {
  const app = usePorticoApp()
  const user = useLatestUser()
  const reportFailure = useReportFailure()
  const isSignedOut = user === null
  useEffect(() => {
    if (!isSignedOut) return
    // The return location is this page with its code, so that the page asks again after the sign-in.
    window.history.replaceState(window.history.state, '', takeAddressWithCodes())
    app.redirectToSignIn({ replace: true }).catch(reportFailure)
  }, [isSignedOut, app, reportFailure])
  if (user) return <Confirmation user={user} loginCode={loginCode} />
  const { redirectMethod } = app[porticoAppInternalsSymbol]
  return isSignedOut && redirectMethod === 'none' ? <PredefinedMessage type="signedOut" /> : <CardSkeleton />
}

function Confirmation({
  user,
  loginCode,
}: {
  readonly user: CurrentUser
  readonly loginCode: string | null
}): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const confirmation = useCliConfirmation(loginCode)
  const { state, request, allowing, refusing, failure } = confirmation
  switch (state) {
    case 'checking':
      return <CardSkeleton />
    case 'unreachable':
      return <FailureCard cause={failure} onRetry={confirmation.checkAgain} />
    case 'over':
      return (
        <Message
          title={t('Nothing to confirm')}
          primaryButtonText={t('Go home')}
          primaryAction={() => app.redirectToHome()}
        >
          {t(
            'This request was already answered, it has expired, or its link is incomplete. Start again from the command line.',
          )}
        </Message>
      )
    case 'allowed':
      return (
        <Message
          title={t('You can go back to the command line')}
          primaryButtonText={t('Close')}
          primaryAction={() => closePage(app)}
          takesFocus
        >
          {t('The command line is now signed in. You can close this page.')}
        </Message>
      )
    case 'refused':
      return (
        <Message title={t('Refused')} primaryButtonText={t('Close')} primaryAction={() => closePage(app)} takesFocus>
          {t('The command line was not signed in. You can close this page.')}
        </Message>
      )
    case 'asking':
      return (
        <Card title={t('Allow the command line to sign in as you?')}>
          <div className="portico-message">
            {t('A program wants to sign in as {name}. Continue only if you started it yourself just now.', {
              name: user.primaryEmail ?? user.displayName ?? user.id,
            })}
          </div>
          {request && <Requester request={request} />}
          <p className="portico-warning">
            {t('If you did not start it, refuse. Someone may be trying to use your account.')}
          </p>
          {failure !== null && <Notice {...describeFailure(t, failure)} />}
          <div className="portico-actions">
            <Button
              variant="secondary"
              // Disable the other button while one answer is being sent.
              phase={refusing !== 'idle' || allowing === 'idle' ? refusing : 'pending'}
              pendingText={refusing === 'idle' ? t('Refuse') : t('Refusing…')}
              onClick={() => void confirmation.refuse()}
            >
              {t('Refuse')}
            </Button>
            <Button phase={allowing} pendingText={t('Allowing…')} onClick={() => void confirmation.allow()}>
              {t('Allow')}
            </Button>
          </div>
        </Card>
      )
  }
}

/** Browsers close only pages that a script opened. If this page stays open, the button opens the home page. */
async function closePage(app: PorticoClientApp): Promise<void> {
  window.close()
  await new Promise((resolve) => setTimeout(resolve, 200))
  await app.redirectToHome()
}

function Requester({ request }: { readonly request: CliLoginRequest }): ReactNode {
  const t = useTranslate()
  const format = useFormat()
  return (
    <dl className="portico-facts">
      <dt>{t('Device')}</dt>
      <dd>
        <bdi>{request.userAgent ?? t('Unknown')}</bdi>
      </dd>
      <dt>{t('Network address')}</dt>
      <dd>
        <bdi>{request.ip ?? t('Unknown')}</bdi>
      </dd>
      <dt>{t('Requested')}</dt>
      <dd>
        <time dateTime={request.requestedAt.toISOString()}>{format.dateTime(request.requestedAt)}</time>
      </dd>
    </dl>
  )
}
