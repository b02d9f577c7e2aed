import type { CodeWithin } from '@portico/contract/errors'

import type { KnownError } from '../transport/known-error.ts'
import { type Result, resultOf } from '../transport/result.ts'
import { servesOnePerson } from '../transport/serves-one-person.ts'
import type { UserContext } from './user-context.ts'
import { present } from '../transport/present.ts'

/** What a page needs to know about an invitation before the visitor signs in. */
export interface TeamInvitationState {
  /** Chosen by members of the team. Show it as plain text. */
  readonly teamDisplayName: string
  /** The invited address. */
  readonly recipientEmail: string
  /**
   * The name of the inviter, or else the verified address; the name of the project if a server invites; null for a
   * member without both. Chosen by people. Show it as plain text.
   */
  readonly inviterName: string | null
  /** Whether a user signs in with the invited address. */
  readonly hasAccount: boolean
  /** Whether the owner of the invited address can create an account. */
  readonly maySignUp: boolean
  /**
   * Whether a sign-up with a password and the code verifies the invited address. The code does this once. While sign-up
   * is closed, only such a sign-up can use a password.
   */
  readonly verifiesAddress: boolean
}

/** What a visitor may know about an invitation. */
export interface TeamInvitationDetails {
  /** The team of the invitation. */
  readonly teamId: string
  /** Chosen by members of the team. Show it as plain text. */
  readonly teamDisplayName: string
  /** The invited address, which may not be one of the user. */
  readonly recipientEmail: string
}

/**
 * The invitation is unknown, revoked, expired or used, its team was deleted, or the user cannot accept it, such as an
 * anonymous user.
 */
export type InvitationRefused = KnownError<
  CodeWithin<'VERIFICATION_ERROR'> | 'TEAM_NOT_FOUND' | 'TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED'
>

const refusals = ['VERIFICATION_ERROR', 'TEAM_NOT_FOUND', 'TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED'] as const

export async function verifyTeamInvitationCode(
  context: UserContext,
  code: string,
): Promise<Result<undefined, InvitationRefused>> {
  const result = await checkTeamInvitation(context, code)
  return result.status === 'ok' ? { status: 'ok', data: undefined } : result
}

export function checkTeamInvitation(
  { request }: UserContext,
  code: string,
): Promise<Result<TeamInvitationState, InvitationRefused>> {
  return resultOf(
    async () => {
      const { is_code_valid: _, ...state } = await request('POST /team-invitations/accept/check-code', {
        body: { code },
      })
      return present(state)
    },
    ...refusals,
  )
}

export function getTeamInvitationDetails(
  { request, holder }: UserContext,
  code: string,
): Promise<Result<TeamInvitationDetails, InvitationRefused>> {
  const session = holder.current()
  return resultOf(
    async () => present(await request('POST /team-invitations/accept/details', { body: { code }, session })),
    ...refusals,
  )
}

export function acceptTeamInvitation(
  { request, ports, holder, users }: UserContext,
  code: string,
): Promise<Result<undefined, InvitationRefused>> {
  const session = holder.current()
  return resultOf(
    async () => {
      await request('POST /team-invitations/accept', { body: { code }, session })
      if (!servesOnePerson(ports)) return undefined
      await Promise.all([
        // The team can require a second factor.
        users.refresh(session),
        users.renew(session, 'teams', 'receivedInvitations', 'teamPermissions'),
      ])
      return undefined
    },
    ...refusals,
  )
}
