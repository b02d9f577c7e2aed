import type { Call } from '../kernel/call.ts'
import { KnownError } from '../kernel/errors.ts'
import { sequence, type Statement } from '../kernel/statement.ts'
import { requireOpenInvitation } from '../records/queries/invitations/invitation-state.ts'
import { findInvitation, type FoundInvitation } from '../records/queries/invitations/team-invitations.ts'
import type { InvitationTarget, TeamInvitation } from '../records/team-invitations/invitation.ts'
import { consumeInvitationForSignUp } from '../records/team-invitations/store.ts'
import { findTeam } from '../records/teams/store.ts'
import {
  openTriedCode,
  tryCode,
  type CodeChecking,
  type OpenCode,
  type TriedCode,
} from '../records/verification-codes/verification-codes.ts'

const KIND = 'team_invitation'

/** An invitation that can be accepted. */
type OpenFoundInvitation = FoundInvitation & { readonly recipientEmail: string }

/** A valid code and its invitation. */
export interface OpenInvitationCode {
  readonly code: OpenCode<InvitationTarget>
  readonly invitation: OpenFoundInvitation
}

/** The invitation that a code may refer to, after an attempt was counted. */
export interface TriedInvitationCode {
  readonly tried: TriedCode<InvitationTarget>
  readonly invitation: TeamInvitation | null
}

/**
 * Counts an attempt and finds the invitation of a code. The rate limits of a mail apply before any comparison, so
 * `openTriedInvitationCode` is a separate step.
 */
export async function tryInvitationCode(
  { db, now, projectId }: Pick<Call, 'db' | 'now' | 'projectId'>,
  offered: string,
): Promise<TriedInvitationCode> {
  const tried = await db.run(tryCode<InvitationTarget>(projectId, KIND, offered))
  const id = tried.candidate?.target.invitationId
  return { tried, invitation: id === undefined ? null : await db.run(findInvitation(projectId, id, now())) }
}

/**
 * Counts an attempt and checks the code of an invitation, without using it up.
 *
 * @throws VERIFICATION_CODE_NOT_FOUND, _EXPIRED, _ALREADY_USED or _MAX_ATTEMPTS_REACHED, TEAM_NOT_FOUND
 */
export async function openInvitationCode(
  checking: CodeChecking,
  call: Pick<Call, 'db' | 'now' | 'projectId'>,
  offered: string,
): Promise<OpenInvitationCode> {
  const tried = await call.db.run(tryCode<InvitationTarget>(call.projectId, KIND, offered))
  return openTriedInvitationCode(checking, call, tried)
}

/**
 * Checks a code whose attempt was counted.
 *
 * @throws the errors of `openInvitationCode`
 */
export async function openTriedInvitationCode(
  checking: CodeChecking,
  { db, now, projectId }: Pick<Call, 'db' | 'now' | 'projectId'>,
  tried: TriedCode<InvitationTarget>,
): Promise<OpenInvitationCode> {
  const code = openTriedCode(checking, tried, now())
  return { code, invitation: await db.run(getOpenInvitation(projectId, code.target, now())) }
}

/**
 * Reads the invitation of a code. The invitation decides whether the code is still valid: a code that was mailed twice,
 * or an acceptance without a code, does not change the code itself.
 *
 * @throws TEAM_NOT_FOUND if the team was deleted
 * @throws VERIFICATION_CODE_EXPIRED, VERIFICATION_CODE_ALREADY_USED, VERIFICATION_CODE_NOT_FOUND if the invitation is
 *   void
 */
export function getOpenInvitation(
  projectId: string,
  { invitationId, teamId }: InvitationTarget,
  now: Date,
): Statement<OpenFoundInvitation> {
  return sequence({ found: findInvitation(projectId, invitationId, now), team: findTeam(projectId, teamId) }).map(
    ({ found, team }) => {
      if (!team) throw new KnownError('TEAM_NOT_FOUND', { team_id: teamId })
      return requireOpenInvitation(found, now)
    },
  )
}

/**
 * Whether a sign-up with the code of the invitation verifies the address. Invitations are forwarded, so the code does
 * this once.
 */
export function verifiesAddress(
  invitation: Pick<TeamInvitation, 'recipientEmail' | 'signedUpAt'> | null,
  email: string,
): boolean {
  // guard: the code of an invitation verifies only the invited address
  //   (replace `invitation?.recipientEmail === email` with `invitation`) [sign-up]
  // guard: the code of an invitation verifies the address of one sign-up (drop `invitation.signedUpAt === null`)
  //   [sign-up]
  return invitation?.recipientEmail === email && invitation.signedUpAt === null
}

/**
 * Uses up an invitation for sign-ups, in the transaction that creates the user. It can still be accepted.
 *
 * @throws the errors of `getOpenInvitation`; VERIFICATION_CODE_ALREADY_USED if a concurrent sign-up used it up
 */
export function consumeSignUp(projectId: string, target: InvitationTarget, now: Date): Statement<void> {
  return sequence({
    isTaken: consumeInvitationForSignUp(projectId, target.invitationId, now),
    invitation: getOpenInvitation(projectId, target, now),
  }).map(({ isTaken }) => {
    if (!isTaken) throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
  })
}
