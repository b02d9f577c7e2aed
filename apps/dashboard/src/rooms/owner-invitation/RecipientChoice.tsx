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
import { Bone, Note } from '../../kit/States.tsx'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { Loaded } from '../../page/Loaded.tsx'
import { LinkActions } from '../../page/LinkPage.tsx'
import { refusalOf } from '../../page/link-refusal.ts'
import { useAct } from '../../page/useAct.tsx'
import { kitTexts, type Pending } from '../../texts/en/kit.ts'
import { settingsTexts } from '../../texts/en/settings.ts'

/** With a session: the recipient accepts, after the address is verified; another account changes to the right one. */
export function RecipientChoice({
  code,
  invitation: { isRecipient, recipientEmail: email },
  onRefused,
}: {
  readonly code: string
  readonly invitation: OwnerInvitation
  readonly onRefused: (error: unknown) => void
}): ReactNode {
  const { accept: t } = useTexts(settingsTexts)
  const query = useOwnAddress(email, !isRecipient)
  const accept = <Accept code={code} onRefused={onRefused} />
  if (isRecipient) return accept
  return (
    <Loaded query={query} failed={t.loadFailed} skeleton={<Bone width="40%" />}>
      {(address) => {
        if (address === null) return <OtherAccount email={email} />
        if (isOwnAddress(address)) return accept
        return <Verify email={email} onSend={() => address.sendVerificationEmail()} />
      }}
    </Loaded>
  )
}

/** The button of the next step, with the alternatives beside it. */
function Choice({
  label,
  pending,
  isPlain = false,
  act,
  children,
}: {
  readonly label: string
  readonly pending: Pending
  readonly isPlain?: boolean
  readonly act: () => Promise<unknown>
  readonly children?: ReactNode
}): ReactNode {
  const words = useTexts(kitTexts).pending
  const { run, isPending, failure } = useAct(act)
  return (
    <>
      <LinkActions>
        <Button
          variant={isPlain ? 'plain' : 'primary'}
          phase={isPending ? 'pending' : 'idle'}
          pendingLabel={words[pending]}
          onClick={run}
        >
          {label}
        </Button>
        {children}
      </LinkActions>
      {failure}
    </>
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
  const navigate = useNavigate()
  const acceptInvitation = useAcceptOwnerInvitation()
  const accept = async (): Promise<void> => {
    try {
      const projectId = await acceptInvitation(code)
      // Replaces the entry of the history: the invitation is used.
      await navigate({ to: '/projects/$projectId', params: { projectId }, replace: true })
    } catch (error) {
      if (refusalOf(error) === null) throw error
      onRefused(error)
    }
  }
  return (
    <Choice label={t.accept} pending="accepting" act={accept}>
      <Link to="/projects" {...buttonLook({ variant: 'ghost' })}>
        {t.later}
      </Link>
    </Choice>
  )
}

/** The account has the address, but its user has not proved the mailbox. */
function Verify({ email, onSend }: { readonly email: string; readonly onSend: () => Promise<void> }): ReactNode {
  const { accept: t } = useTexts(settingsTexts)
  const [isSent, setSent] = useState(false)
  const send = async (): Promise<void> => {
    await onSend()
    setSent(true)
  }
  return (
    <>
      <div role="status">
        <Note tone={isSent ? 'ok' : 'warn'}>
          {fill(isSent ? t.verifySent : t.unverified, { email: <bdi className="strong">{email}</bdi> })}
        </Note>
      </div>
      <Choice label={t.verify} pending="sending" isPlain={isSent} act={send} />
    </>
  )
}

function OtherAccount({ email }: { readonly email: string }): ReactNode {
  const { accept: t } = useTexts(settingsTexts)
  const owner = useSignedInOwner()
  return (
    <>
      <Note tone="warn">
        {fill(t.otherAccount, {
          email: <bdi className="strong">{email}</bdi>,
          own: owner.primaryEmail === null ? t.noAddress : <bdi className="strong">{owner.primaryEmail}</bdi>,
        })}{' '}
        {t.otherAccountHelp}
      </Note>
      <Choice label={t.switch} pending="signingOut" act={() => owner.signOut({ redirectUrl: window.location.href })}>
        <Link to="/account" {...buttonLook({ variant: 'ghost' })}>
          {t.account}
        </Link>
      </Choice>
    </>
  )
}
