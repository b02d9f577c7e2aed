import { useTeamInvitations, type Team } from '@portico/react'
import { useState, type ReactNode } from 'react'

/**
 * Mails an invitation. Its link opens the invitation page of Portico, where people without an account sign up first.
 */
export function Invite({ group }: { readonly group: Team }): ReactNode {
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const { invite } = useTeamInvitations(group, {
    withList: false,
    onChanged: (event) => {
      setSentTo(event.email ?? undefined)
      setEmail('')
    },
  })
  return (
    <form
      className="small-form"
      onSubmit={(event) => {
        event.preventDefault()
        setSentTo(undefined)
        void invite.submit(email.trim())
      }}
    >
      <label htmlFor="invited-email">E-mail of another reader</label>
      <input
        id="invited-email"
        type="email"
        required
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <button className="button" type="submit" disabled={invite.phase === 'pending'}>
        {invite.phase === 'pending' ? 'Inviting…' : 'Invite'}
      </button>
      <p role="status">{sentTo !== undefined && `The invitation to ${sentTo} is on its way.`}</p>
      {invite.failure !== null && <p role="alert">The invitation could not be sent. Please try again.</p>}
    </form>
  )
}
