import { fill } from '@portico/ui/language/fill'
import type { ReactNode } from 'react'

import { openSignIn, type OwnerInvitation } from '../../data/owner-invitation.ts'
import { useInvitedSignUp } from '../../data/session.ts'
import { Button } from '../../kit/Button.tsx'
import { Bone, Note } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { LinkActions } from '../../page/LinkPage.tsx'
import { settingsTexts } from '../../texts/en/settings.ts'

/** Without a session: sign-in for an address with an account, else sign-up. */
export function VisitorChoice({ invitation }: { readonly invitation: OwnerInvitation }): ReactNode {
  const { accept: t } = useTexts(settingsTexts)
  const { hasAccount, recipientEmail } = invitation
  const signUp = useInvitedSignUp()
  const address = fill(t.forAddress, { email: <bdi className="strong">{recipientEmail}</bdi> })
  if (!hasAccount && signUp.isPending) return <Bone width="40%" />
  if (!hasAccount && signUp.data === 'closed') {
    return (
      <Note tone="warn">
        {address} {t.closed}
      </Note>
    )
  }
  const canSignUp = !hasAccount && signUp.data !== 'with-mailbox'
  return (
    <>
      <p>
        {address} {!hasAccount && !canSignUp && t.withMailbox}
      </p>
      <LinkActions>
        {canSignUp && (
          <Button variant="primary" onClick={() => openSignIn('signUp')}>
            {t.signUp}
          </Button>
        )}
        <Button variant={canSignUp ? 'ghost' : 'primary'} onClick={() => openSignIn('signIn')}>
          {t.signIn}
        </Button>
      </LinkActions>
    </>
  )
}
