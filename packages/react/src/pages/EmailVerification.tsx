'use client'

import { useState, type ReactNode } from 'react'
import { useOneTimeCode } from '../app/one-time-codes.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { FailureCard } from '../cards/FailureCard.tsx'
import { Message } from '../cards/Message.tsx'
import { describeFailure } from '../form/describe-error.ts'
import { useEmailVerification, type AddressedAccount, type EmailVerification } from './useEmailVerification.ts'
import { useTranslate } from '../i18n/language.ts'
import { useFormat } from '../i18n/useFormat.ts'
import type { Translate } from '../i18n/translate.ts'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { CardRoot } from '../cards/CardRoot.tsx'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'
import { EmailAddress } from '../parts/EmailAddress.tsx'
import { Notice } from '../parts/Notice.tsx'
import { describeKnownDevice } from '../settings/page/describe-session.ts'
import { CodeProblemMessage } from './CodeProblemMessage.tsx'

/** The props of `EmailVerification`. */
export interface EmailVerificationProps {
  /** The query of the page. The handler passes it. */
  readonly searchParams?: Readonly<Record<string, string>> | undefined
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/** The page behind the link of a verification mail. */
export function EmailVerification({ searchParams, fullPage }: EmailVerificationProps): ReactNode {
  const code = useOneTimeCode('code', searchParams?.['code'])
  return (
    <CardRoot fullPage={fullPage}>
      <EmailVerificationContent code={code} />
    </CardRoot>
  )
}

function EmailVerificationContent({ code }: { readonly code: string | undefined }): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const verification = useEmailVerification(code)
  const { step, email, account, problem, failure } = verification
  const goHome = { primaryButtonText: t('Go home'), primaryAction: () => app.redirectToHome(), takesFocus: true }
  if (problem !== null) return <CodeProblemMessage problem={problem} takesFocus={Boolean(code)} />
  switch (step) {
    case 'checking':
      return <CardSkeleton />
    case 'unreachable':
      return <FailureCard cause={failure} onRetry={verification.checkAgain} />
    case 'verified':
      return (
        <Message title={t('Email verified')} {...goHome}>
          {t('Your email address is confirmed.')}
        </Message>
      )
    case 'disowned':
      return (
        <Message title={t('Email address removed')} {...goHome}>
          {t('The account no longer uses your email address.')}
        </Message>
      )
    case 'ready':
      return (
        <Message
          title={t('Verify your email')}
          primaryButtonText={t('Verify')}
          primaryAction={verification.verify}
          pendingText={t('Verifying…')}
          secondaryButtonText={t('Cancel')}
          secondaryAction={() => app.redirectToHome()}
        >
          {t('Confirm that this email address is yours.')}
          {email !== null && (
            <dl className="portico-facts">
              <AddressFact email={email} />
            </dl>
          )}
          {failure !== null && <Notice {...describeFailure(t, failure)} />}
        </Message>
      )
    case 'asking':
      return account && <AccountQuestion account={account} verification={verification} />
  }
}

interface QuestionProps {
  readonly account: AddressedAccount
  readonly verification: EmailVerification
}

/**
 * Asks whether the account is the reader's. "This wasn't me" asks for confirmation in place, because it cannot be
 * undone.
 */
function AccountQuestion({ account, verification }: QuestionProps): ReactNode {
  const [asked, setAsked] = useState<'whose' | 'sure' | 'whose again'>('whose')
  return asked === 'sure' ? (
    <RemovalQuestion account={account} verification={verification} onCancel={() => setAsked('whose again')} />
  ) : (
    <OwnerQuestion
      account={account}
      verification={verification}
      takesFocus={asked === 'whose again'}
      onDisown={() => setAsked('sure')}
    />
  )
}

function OwnerQuestion({
  account,
  verification: { email, phase, failure, claim, verify },
  takesFocus,
  onDisown,
}: QuestionProps & { readonly takesFocus: boolean; readonly onDisown: () => void }): ReactNode {
  const t = useTranslate()
  return (
    <Card title={t('Is this your account?')} takesFocus={takesFocus}>
      <div className="portico-message">{describeQuestion(t, account)}</div>
      <AccountFacts account={account} email={email} />
      {failure !== null && <Notice {...describeFailure(t, failure)} />}
      <div className="portico-actions" data-stacked="">
        <Button
          phase={phase}
          pendingText={t('Verifying…')}
          onClick={() => void (account.canClaim ? claim() : verify())}
        >
          {account.canClaim ? t('This is my account') : t('Verify')}
        </Button>
        <Button variant="secondary" phase={phase === 'idle' ? 'idle' : 'pending'} onClick={onDisown}>
          {t('This wasn’t me')}
        </Button>
      </div>
    </Card>
  )
}

function describeQuestion(t: Translate, { canClaim, isSignUpAddress }: AddressedAccount): string {
  if (!canClaim) {
    return t(
      'This account uses your email address. Verify it only if the account is yours. To sign in with this address as well, sign in to the account first, then open the link again.',
    )
  }
  return isSignUpAddress
    ? t(
        'This account uses your email address. Confirm it only if you created it: its password and all its data stay valid.',
      )
    : t('Your email address was added to this account. Confirm it only if the account is yours.')
}

function RemovalQuestion({
  account,
  verification: { email, phase, failure, disown },
  onCancel,
}: QuestionProps & { readonly onCancel: () => void }): ReactNode {
  const t = useTranslate()
  return (
    <Card title={t('Remove your email address from this account?')} takesFocus>
      <div className="portico-message">
        {account.isSignUpAddress
          ? t(
              'Your email address is removed from the account, and all sessions of the account end. If the account has another verified address, we notify its user there.',
            )
          : t(
              'Your email address is removed from the account. If the account has another verified address, we notify its user there.',
            )}
      </div>
      <AccountFacts account={account} email={email} />
      {failure !== null && <Notice {...describeFailure(t, failure)} />}
      <div className="portico-actions">
        <Button variant="secondary" phase={phase === 'idle' ? 'idle' : 'pending'} onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button variant="danger" phase={phase} pendingText={t('Removing…')} onClick={() => void disown()}>
          {t('Remove my address')}
        </Button>
      </div>
    </Card>
  )
}

/** The creator of the account chose the name, so it is isolated from the surrounding text and cut after a few lines. */
function AccountFacts({
  account: { displayName, createdAt, otherEmail, userAgent },
  email,
}: Pick<QuestionProps, 'account'> & Pick<EmailVerification, 'email'>): ReactNode {
  const t = useTranslate()
  const format = useFormat()
  return (
    <dl className="portico-facts">
      {email !== null && <AddressFact email={email} />}
      <dt>{t('Name')}</dt>
      <dd>{displayName === null ? t('No name') : <bdi className="portico-fact-name">{displayName}</bdi>}</dd>
      {otherEmail !== null && (
        <>
          <dt>{t('Email')}</dt>
          <dd>
            <bdi className="portico-fact-name">{otherEmail}</bdi>
          </dd>
        </>
      )}
      <dt>{t('Created')}</dt>
      <dd>
        <time dateTime={createdAt.toISOString()}>{format.dateTime(createdAt)}</time>
      </dd>
      <dt>{t('Device')}</dt>
      <dd>{describeKnownDevice(t, userAgent ?? '')}</dd>
    </dl>
  )
}

/** The address that the link verifies. */
function AddressFact({ email }: { readonly email: string }): ReactNode {
  const t = useTranslate()
  return (
    <>
      <dt>{t('Your email')}</dt>
      <dd>
        <EmailAddress value={email} />
      </dd>
    </>
  )
}
