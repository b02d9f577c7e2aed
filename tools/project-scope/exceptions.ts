/**
 * The functions whose statements run on the handle of a project and touch rows of another one, by the reason. Remove a
 * function from the list if it binds all its tables.
 */
export const exceptions: Readonly<Record<string, readonly string[]>> = {
  'The staff of a project are users of the project "internal", so their rows name two projects.': [
    'deleteAuthorizationsFor',
    'deleteOwnerInvitation',
    'deleteOwnerInvitationsTo',
    'deleteReplacedOwnerInvitations',
    'endInvitationsOfStaffMember',
    'endOwnerInvitations',
    'endOwnerInvitationsOfInviter',
    'hasOwnerInvitation',
    'insertOwnerInvitation',
    'isLastOwner',
    'keepsOwner',
    'listOwnerInvitations',
    'listStaff',
    'removeStaff',
  ],
  'A member of the staff impersonates users of another project.': [
    'endImpersonationsBySupport',
    'endSessionsOfUser',
    'lockImpersonator',
  ],
  'A job of the project "internal" deletes another project.': ['insertJob', 'listProjectRemovals'],
}
