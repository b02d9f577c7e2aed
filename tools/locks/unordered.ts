/**
 * The functions whose statements name no order for the rows that they lock, by the reason. Remove a function from the
 * list if its statement names an order.
 */
export const unordered: Readonly<Record<string, readonly string[]>> = {
  'An earlier statement of the transaction locks the rows in their order.': [
    'copyPolicyToMembers',
    'deleteIdleUsers',
    'deleteInvitationsTo',
    'deleteMembers',
    'endHold',
    'forgetCreatedTeams',
    'resetClientWrittenTeams',
    'revokeKeys',
  ],
  'The transaction holds the user, whose rows others lock one at a time.': [
    'clearMemberProfiles',
    'deleteKeysOfUser',
    'deleteKeysOfUsers',
    'deselectTeam',
    'removeMemberships',
  ],
  'The condition of a join names one user.': ['lockImpersonator'],
  'The transaction holds the team, the project or the ownership that the invitations belong to.': [
    'deleteOwnerInvitationsOf',
    'deleteOwnerInvitationsTo',
    'deleteReplacedInvitation',
    'deleteReplacedOwnerInvitations',
  ],
}
