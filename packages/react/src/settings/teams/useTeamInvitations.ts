'use client'

import type { Team, TeamInvitation } from '@portico/client'
import type { Action } from '../../hooks/useAction.ts'
import { useChange } from '../../hooks/useChange.ts'
import { useUserRead } from '../../hooks/useUserRead.ts'
import type { Loading } from '../../hooks/loading.ts'

/** What has happened to an invitation. */
export type TeamInvitationEvent =
  | { readonly type: 'sent'; readonly email: string }
  | { readonly type: 'revoked'; readonly email: string | null }

/** The open invitations of a team, and what a page can do with them. */
export interface TeamInvitations extends Loading {
  /** The open invitations, the one that expires last first. Undefined until loaded, or if they may not be listed. */
  readonly invitations: readonly TeamInvitation[] | undefined
  /** Mails an invitation. It replaces an open one from the same user to the same address. */
  readonly invite: Action<[email: string], never>
  /** Ends an invitation. */
  readonly revoke: Action<[invitation: TeamInvitation], never>
}

/** What `useTeamInvitations` lists, and what a page does after a change. */
export interface TeamInvitationsOptions {
  /** Lists the open invitations. The user needs the permissions `$read_members` and `$invite_members`. */
  readonly withList: boolean
  /** Called after an invitation was sent or revoked. */
  readonly onChanged?: (event: TeamInvitationEvent) => void
}

/** The open invitations of a team. */
export function useTeamInvitations(team: Team, { withList, onChanged }: TeamInvitationsOptions): TeamInvitations {
  const { value, failure, reload } = useUserRead('invitations', { teamId: team.id }, withList)
  const invite = useChange(async (email: string) => {
    await team.inviteUser({ email })
    onChanged?.({ type: 'sent', email })
  })
  const revoke = useChange(async (invitation: TeamInvitation) => {
    await invitation.revoke()
    onChanged?.({ type: 'revoked', email: invitation.recipientEmail })
  })
  return { invitations: value?.toSorted(byExpiry), failure, reload, invite, revoke }
}

function byExpiry(one: TeamInvitation, other: TeamInvitation): number {
  return other.expiresAt.getTime() - one.expiresAt.getTime()
}
