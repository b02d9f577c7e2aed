import type { CurrentUser, ReceivedTeamInvitation } from '@portico/react'
import { useEffect, useState, type ReactNode } from 'react'

/** The open invitations to the verified addresses of the user, who can accept them here without the mail. */
export function ReceivedInvitations({ user }: { readonly user: CurrentUser }): ReactNode {
  const [invitations, setInvitations] = useState<readonly ReceivedTeamInvitation[]>([])
  const [state, setState] = useState<'idle' | 'joining' | 'failed'>('idle')
  useEffect(() => {
    let current = true
    user.listTeamInvitations().then(
      (received) => current && setInvitations(received),
      // The mails contain the same invitations, so a failure shows no error.
      () => {},
    )
    return () => {
      current = false
    }
  }, [user])

  async function join(invitation: ReceivedTeamInvitation): Promise<void> {
    setState('joining')
    try {
      await invitation.accept()
      await user.setSelectedTeam(invitation.teamId)
    } catch {
      setState('failed')
    }
  }

  if (invitations.length === 0) return null
  return (
    <>
      <h2>You are invited</h2>
      <ul className="rows" aria-label="Invitations">
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <div className="row-text">
              <bdi>{invitation.teamDisplayName}</bdi>
              <span className="quiet">to {invitation.recipientEmail}</span>
            </div>
            <button
              className="inline"
              type="button"
              disabled={state === 'joining'}
              onClick={() => void join(invitation)}
            >
              {state === 'joining' ? 'Joining…' : 'Join'}
              <span className="unseen"> {invitation.teamDisplayName}</span>
            </button>
          </li>
        ))}
      </ul>
      {state === 'failed' && <p role="alert">That did not work. The invitation may no longer be open.</p>}
    </>
  )
}
