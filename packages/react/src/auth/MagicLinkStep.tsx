'use client'

import { KnownErrors, type KnownError } from '@portico/client'
import type { ReactNode } from 'react'
import { describeFailure } from '../form/describe-error.ts'
import type { MagicLink } from './useMagicLink.ts'
import { useTranslate } from '../i18n/language.ts'
import type { Translate } from '../i18n/translate.ts'
import { Button } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'
import { CodeStep } from './CodeStep.tsx'

export interface MagicLinkStepProps {
  readonly magicLink: MagicLink
  /** Returns to the address field, which then shows the reason. */
  readonly onRegistrationClosed: () => void
}

/** Asks for the six-character code from the mail. */
export function MagicLinkStep({ magicLink, onRegistrationClosed }: MagicLinkStepProps): ReactNode {
  const t = useTranslate()
  const { send, signIn, sentTo, cancel } = magicLink
  return (
    <CodeStep
      title={t('Check your email')}
      lead={t('Enter the code from the email to {email}, or open the link in it.', { email: sentTo ?? '' })}
      kind="letters-and-digits"
      label={t('Code from the email')}
      phase={signIn.phase}
      failure={signIn.failure}
      pendingText={t('Signing in…')}
      submit={async (code) => {
        const refusal = await signIn.submit(code)
        if (!refusal) return null
        if (KnownErrors.SignUpNotEnabled.isInstance(refusal)) onRegistrationClosed()
        return describeCodeRefusal(t, refusal)
      }}
      cancel={cancel}
    >
      <Resend magicLink={magicLink} />
      {send.failure !== null && <Notice {...describeFailure(t, send.failure)} />}
      {send.error && <Notice title={t.error(send.error)} />}
    </CodeStep>
  )
}

/** Offers to send another mail. The pause gives the first mail time to arrive. */
function Resend({ magicLink: { send, sentTo, isResent, pauseSeconds } }: { readonly magicLink: MagicLink }): ReactNode {
  const t = useTranslate()
  if (pauseSeconds > 0) {
    return (
      <p className="portico-hint" role={isResent ? 'status' : undefined}>
        {isResent ? t('A new code is on its way.') : t('New code in {n} s', { n: pauseSeconds })}
      </p>
    )
  }
  return (
    <Button
      variant="secondary"
      phase={send.phase}
      pendingText={t('Sending…')}
      onClick={() => void send.submit(sentTo ?? '')}
    >
      {t('Send a new code')}
    </Button>
  )
}

/** Returns one text for every refused code: the person can only request another one. */
function describeCodeRefusal(t: Translate, refusal: KnownError): string {
  if (KnownErrors.VerificationCodeError.isInstance(refusal)) return t('Invalid code')
  return t.error(refusal)
}
