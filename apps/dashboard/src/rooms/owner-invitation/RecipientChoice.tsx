import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'

import {
  isOwnAddress,
  useAcceptOwnerInvitation,
  useOwnAddress,
  type OwnerInvitation,
} from '../../data/owner-invitation.ts'
import { useSignedInOwner } from '../../data/projects.ts'
import { Button, buttonLook } from '../../kit/Button.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { FieldError } from '../../kit/Field.tsx'
import { Bone, Failed, Note } from '../../kit/States.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { settingsTexts } from '../../texts/en/settings.ts'
import css from './owner-invitation.module.css'
import { refusalOf } from './refusal.ts'

/** With a session: the recipient accepts, after the address is verified; another account changes to the right one. */
export function RecipientChoice({
  code,
  invitation,
  onRefused,
}: {
  readonly code: string
  readonly invitation: OwnerInvitation
  readonly onRefused: (error: unknown) => void
}): ReactNode {
  const { accept: t } = useTexts(settingsTexts)
  const { recipientEmail } = invitation
  const address = useOwnAddress(recipientEmail, !invitation.isRecipient)
  if (invitation.isRecipient || (address.data && isOwnAddress(address.data))) {
    return <Accept code={code} onRefused={onRefused} />
  }
  if (address.data) return <Verify email={recipientEmail} onSend={() => address.data?.sendVerificationEmail()} />
  if (address.data === null) return <OtherAccount email={recipientEmail} />
  return address.isError ? (
    <Failed
      title={t.loadFailed}
      error={address.error}
      isRetrying={address.isFetching}
      onRetry={() => void address.refetch()}
    />
  ) : (
    <Bone width="40%" />
  )
}

function Accept({
  code,
  onRefused,
}: {
  readonly code: string
  readonly onRefused: (error: unknown) => void
}): ReactNode {
  const { accept: t } = useTexts(settingsTexts)
  const failureText = useFailureText()
  const navigate = useNavigate()
  const acceptInvitation = useAcceptOwnerInvitation()
  const accept = useAction(async () => {
    try {
      const projectId = await acceptInvitation(code)
      // Replaces the entry of the history: the invitation is used.
      await navigate({ to: '/projects/$projectId', params: { projectId }, replace: true })
    } catch (error) {
      if (refusalOf(error) === null) throw error
      onRefused(error)
    }
  })
  return (
    <>
      <div className={css['choice']}>
        <Button variant="primary" phase={accept.phase} pendingLabel={t.accepting} onClick={() => void accept.run()}>
          {t.accept}
        </Button>
        <Link to="/projects" {...buttonLook({ variant: 'ghost' })}>
          {t.later}
        </Link>
      </div>
      {accept.failure !== null && <FieldError>{failureText(accept.failure)}</FieldError>}
    </>
  )
}

/** The account has the address, but its user has not proved the mailbox. */
function Verify({
  email,
  onSend,
}: {
  readonly email: string
  readonly onSend: () => Promise<void> | undefined
}): ReactNode {
  const { accept: t } = useTexts(settingsTexts)
  const failureText = useFailureText()
  const send = useAction(async () => onSend())
  const [isSent, setSent] = useState(false)
  const parts = { email: <bdi className="strong">{email}</bdi> }
  return (
    <>
      <div role="status">
        <Note tone={isSent ? 'ok' : 'warn'}>{fill(isSent ? t.verifySent : t.unverified, parts)}</Note>
      </div>
      <div className={css['choice']}>
        <Button
          variant={isSent ? 'plain' : 'primary'}
          phase={send.phase}
          pendingLabel={t.verifying}
          onClick={() => void send.run().then((isDone) => setSent((before) => before || isDone))}
        >
          {t.verify}
        </Button>
      </div>
      {send.failure !== null && <FieldError>{failureText(send.failure)}</FieldError>}
    </>
  )
}

function OtherAccount({ email }: { readonly email: string }): ReactNode {
  const { accept: t } = useTexts(settingsTexts)
  const failureText = useFailureText()
  const owner = useSignedInOwner()
  const change = useAction(() => owner.signOut({ redirectUrl: window.location.href }))
  return (
    <>
      <Note tone="warn">
        {fill(t.otherAccount, {
          email: <bdi className="strong">{email}</bdi>,
          own: owner.primaryEmail === null ? t.noAddress : <bdi className="strong">{owner.primaryEmail}</bdi>,
        })}{' '}
        {t.otherAccountHelp}
      </Note>
      <div className={css['choice']}>
        <Button variant="primary" phase={change.phase} pendingLabel={t.switching} onClick={() => void change.run()}>
          {t.switch}
        </Button>
        <Link to="/account" {...buttonLook({ variant: 'ghost' })}>
          {t.account}
        </Link>
      </div>
      {change.failure !== null && <FieldError>{failureText(change.failure)}</FieldError>}
    </>
  )
}
