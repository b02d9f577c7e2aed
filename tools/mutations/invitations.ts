import type { Mutation } from './mutation.ts'

const acceptance = 'packages/server/src/flows/invitations/accept-invitation.ts'
const code = 'packages/server/src/accounts/team-invitation.ts'
const queries = 'packages/server/src/records/queries/invitations/team-invitations.ts'
const state = 'packages/server/src/records/queries/invitations/invitation-state.ts'
const store = 'packages/server/src/records/team-invitations/store.ts'
const providerAccounts = 'packages/server/src/flows/oauth/accounts.ts'

/** Team invitations: who may accept, and what a sign-up with one proves. */
export const invitationMutations: readonly Mutation[] = [
  {
    check: 'an invitation ends with the right of its inviter',
    file: state,
    text: "  if (!found.isInviterAllowed) return { state: 'void' }\n",
    tests: ['flows/invitations/invitations.test'],
  },
  {
    check: 'anonymous users neither create teams nor invite',
    file: 'packages/server/src/api/rules/access.ts',
    text: '      if (call.user?.isAnonymous && isRefused(call)) throw new PlainError(400, refusal)\n',
    tests: ['flows/invitations/invitations.test', 'flows/teams/teams.test'],
  },
  {
    check: 'the invitation of a suspended user is not valid',
    file: queries,
    text: 'u.suspended_until > ${now}',
    becomes: 'false',
    tests: ['flows/invitations/invitations.test'],
  },
  {
    check: 'an invitation expires',
    file: state,
    text: "  if (found.expiresAt <= now) return { state: 'expired' }\n",
    tests: ['flows/invitations/invitations.test'],
  },
  {
    check: 'anonymous and suspended users do not accept',
    file: acceptance,
    text: '  requireUnrestricted(user, now())\n',
    tests: ['flows/invitations/invitations.test', 'flows/invitations/accept-by-id.test'],
  },
  {
    check: 'an acceptance by id requires the verified address',
    file: acceptance,
    text: ' && isVerified',
    tests: ['flows/invitations/accept-by-id.test'],
  },
  {
    check: 'an acceptance by id requires the claimed address',
    file: acceptance,
    text: ' && isClaimed',
    tests: ['flows/invitations/accept-by-id.test'],
  },
  {
    check: 'an acceptance by id requires an open invitation',
    file: acceptance,
    text: "stated.state !== 'open' || ",
    becomes: '!found || ',
    tests: ['flows/invitations/accept-by-id.test'],
  },
  {
    check: 'a user sees invitations to verified addresses',
    file: queries,
    text: 'c.is_verified and ',
    tests: ['flows/invitations/accept-by-id.test'],
  },
  {
    check: 'a user sees invitations to claimed addresses',
    file: queries,
    text: 'where c.is_verified and c.is_claimed',
    becomes: 'where c.is_verified',
    tests: ['flows/invitations/invitations.test'],
  },
  {
    check: 'a revoked invitation belongs to the named team',
    file: store,
    text: 'id = ${id} and project_id = ${projectId} and team_id = ${teamId} and recipient_email is not null`',
    becomes:
      'id = ${id} and project_id = ${projectId} and ${teamId}::uuid is not null and recipient_email is not null`',
    tests: ['flows/invitations/invitations.test'],
  },
  {
    check: 'an invitation replaces only that of its inviter',
    file: store,
    text: 'inviter_user_id is not distinct from ${inviterUserId}::uuid and ',
    tests: ['flows/invitations/invitations.test'],
  },
  {
    check: 'the list of a team requires permissions',
    file: 'packages/server/src/flows/invitations/routes.ts',
    text: 'readerOfTeam.require(call)',
    becomes: 'undefined',
    tests: ['flows/invitations/invitations.test'],
  },
  {
    check: 'the code of an invitation verifies only the invited address',
    file: code,
    text: 'invitation?.recipientEmail === email && invitation.signedUpAt === null',
    becomes: 'invitation?.signedUpAt === null',
    tests: ['flows/invitations/sign-up.test'],
  },
  {
    check: 'the code of an invitation verifies the address of one sign-up',
    file: code,
    text: ' && invitation.signedUpAt === null',
    tests: ['flows/invitations/sign-up.test'],
  },
  {
    check: 'a sign-up uses up the invitation for sign-ups',
    file: 'packages/server/src/flows/password/sign-up.ts',
    text: '    invitation: invitation ? consumeSignUp(call.projectId, invitation, call.now()) : nothing,\n',
    tests: ['flows/invitations/sign-up.test'],
  },
  {
    check: 'a sign-up with an invitation leaves the account unclaimed',
    file: 'packages/server/src/flows/password/sign-up.ts',
    text: '      isClaimed: false,\n',
    tests: ['flows/invitations/sign-up.test'],
  },
  {
    check: 'the upgrade of an anonymous user with an invitation leaves the account unclaimed',
    file: 'packages/server/src/accounts/upgrade-anonymous-user.ts',
    text: 'email.isClaimed ?? email.isVerified',
    becomes: 'email.isVerified',
    tests: ['flows/invitations/sign-up.test'],
  },
  {
    check: 'an invitation permits a closed sign-up only with the project switch',
    file: 'packages/server/src/flows/password/sign-up.ts',
    text: ' && project.config.invitedSignUpEnabled',
    tests: ['flows/invitations/sign-up.test'],
  },
  {
    check: 'an invitation permits a closed sign-in by mail only with the project switch',
    file: 'packages/server/src/records/queries/users/sign-up-right.ts',
    text: 'config.invitedSignUpEnabled ? hasTeamInvitation(id, provedEmail, now) : constant(false)',
    becomes: 'hasTeamInvitation(id, provedEmail, now)',
    tests: ['flows/invitations/sign-up.test'],
  },
  {
    check: 'a closed sign-in by mail requires an inviter with the right',
    file: queries,
    text: "key = '$invite_members')`.map",
    becomes: 'key is not null)`.map',
    tests: ['flows/invitations/sign-up.test'],
  },
  {
    check: 'a closed sign-in by mail requires an inviter who is not suspended',
    file: queries,
    text: '      where not ${isInviterSuspended(projectId, now)}\n',
    tests: ['flows/invitations/sign-up.test'],
  },
  {
    check: 'an invitation permits a closed sign-in at a provider that vouches for the address',
    file: providerAccounts,
    text: '!isEmailVerified || (owner',
    becomes: '(owner',
    tests: ['flows/invitations/sign-up.test'],
  },
  {
    check: 'an invitation connects no provider account to an existing user',
    file: providerAccounts,
    text: ' || (owner && !owner.isForeign)) return false',
    becomes: ') return false',
    tests: ['flows/invitations/sign-up.test'],
  },
  {
    check: 'the deletion of a user deletes the invitations to their addresses',
    file: 'packages/server/src/accounts/delete-user.ts',
    text: '    deleteInvitationsTo(projectId, proved),\n',
    tests: ['flows/invitations/invitations.test'],
  },
  {
    check: 'the check of a code says when the code no longer verifies the address',
    file: 'packages/server/src/flows/invitations/accept-invitation.ts',
    text: 'verifiesAddress: !hasAccount && verifies',
    becomes: 'verifiesAddress: !hasAccount',
    tests: ['flows/invitations/sign-up.test'],
  },
  {
    check: 'the deletion of a user keeps the invitations to an address that is not verified and claimed',
    file: 'packages/server/src/accounts/delete-user.ts',
    text: '.filter(({ isProved }) => isProved)',
    tests: ['flows/invitations/invitations.test'],
  },
  {
    check: 'a quoted name cannot end its quotation',
    file: 'packages/protocols/src/email-document/name-in-mail.ts',
    text: ".replaceAll(QUOTATION_MARKS, '')",
    tests: ['email-document/name-in-mail.test'],
  },
  {
    check: 'an invitation ends when its inviter leaves the team',
    file: 'packages/server/src/delivery/subscribers/lost-rights.ts',
    text: 'endInvitationsOfMember(call, event.data), ',
    tests: ['flows/invitations/invitations.test'],
  },
  {
    check: 'an invitation ends when its inviter loses the permission',
    file: 'packages/server/src/delivery/subscribers/lost-rights.ts',
    text: "  'team_permission.revoked': (event) => endInvitationsOfMember(callOf(event), event.data),\n",
    tests: ['flows/invitations/invitations.test'],
  },
  {
    check: 'an invitation ends when its inviter is suspended',
    file: 'packages/server/src/delivery/subscribers/lost-rights.ts',
    text: '      endInvitationsOfInviter(call, userId),\n',
    tests: ['flows/invitations/invitations.test'],
  },
  {
    check: 'an invitation ends when a permission no longer lets its inviter invite',
    file: 'packages/server/src/accounts/end-lost-invitations.ts',
    text: 'if (lost.length > 0)',
    becomes: 'if (lost.length < 0)',
    tests: ['flows/invitations/invitations.test'],
  },
  {
    check: 'the open invitations to a removed member end',
    file: 'packages/server/src/delivery/subscribers/lost-rights.ts',
    text: ', endInvitationsToMember(call, event.data)',
    tests: ['flows/invitations/invitations.test'],
  },
  {
    check: 'the invitations of and to a removed owner end',
    file: 'packages/server/src/delivery/subscribers/lost-rights.ts',
    text: "  'project_owner.removed': (event) => endInvitationsOfOwner(callOf(event), event.data.projectId, event.data.userId),\n",
    tests: ['admin/project-owners/project-owners.test'],
  },
]
