import type { Mutation } from './mutation.ts'

const accept = 'packages/server/src/admin/project-owners/accept-invitation.ts'
const owners = 'packages/server/src/admin/project-owners/owners.ts'
const ownerQueries = 'packages/server/src/records/queries/projects/project-owners.ts'
const ownerStore = 'packages/server/src/records/project-owners/store.ts'
const deletion = 'packages/server/src/accounts/delete-user.ts'
const userJobs = 'packages/server/src/admin/jobs/user-jobs.ts'
const ownerTests = ['admin/project-owners/project-owners.test']
const jobTests = ['admin/jobs/jobs.test']

/** Owners of projects, and acts on many users. */
export const administrationMutations: readonly Mutation[] = [
  {
    check: 'only the invited person becomes an owner',
    file: accept,
    text: '    requireRecipient(isOwnAddress(channels, invitation.recipientEmail), invitation)\n',
    tests: ownerTests,
  },
  {
    check: 'an invited owner has verified the address',
    file: accept,
    text: 'value === address && isVerified && isClaimed',
    becomes: 'value === address',
    tests: ownerTests,
  },
  {
    check: 'an invitation to own a project ends with the ownership of its inviter',
    file: ownerQueries,
    text: 'where o.user_id = i.inviter_user_id and o.owned_project_id = i.owned_project_id and o.project_id = ${projectId}',
    becomes: 'where o.project_id = ${projectId}',
    tests: ownerTests,
  },
  {
    check: 'a closed sign-up on "internal" requires an invitation to the address',
    file: ownerQueries,
    text: 'where recipient_email = ${email} and expires_at',
    becomes: 'where recipient_email <> ${email} and expires_at',
    tests: ownerTests,
  },
  {
    check: 'the last owner cannot delete the own account',
    file: deletion,
    text: "    if (projectId === 'internal') await requireOtherOwners(tx, projectId, userId)\n",
    tests: ownerTests,
  },
  {
    check: 'owners who delete their accounts at the same time wait for each other',
    file: ownerQueries,
    text: '    order by id for no key update`.map(noResult)',
    becomes: '    order by id`.map(noResult)',
    tests: ownerTests,
    engine: 'postgres',
  },
  {
    check: 'the last owner cannot leave',
    file: ownerStore,
    text: '\n      and ${keepsOwner(ownedProjectId, userId)}`',
    becomes: '`',
    tests: ownerTests,
  },
  {
    check: 'the last owner keeps the role',
    file: ownerStore,
    text: "\n      and (${role} = 'owner' or ${keepsOwner(ownedProjectId, userId)})`",
    becomes: '`',
    tests: ownerTests,
  },
  {
    check: 'a member of staff needs the right that the endpoint declares',
    file: 'packages/server/src/api/pipeline/pipeline.ts',
    text: '  requireStaffRight(spec, caller, incoming, body)\n',
    tests: ['api/rules/generated.test'],
  },
  {
    check: 'the staff of "internal" does not get the rights of its owners by another role',
    file: 'packages/contract/src/catalogues/staff-rights.ts',
    text: "projectId === 'internal' && role !== 'owner'",
    becomes: 'false',
    tests: ownerTests,
  },
  {
    check: 'a write of managedProjectIds keeps roles',
    file: 'packages/server/src/accounts/update-user.ts',
    text: 'call.now(), roles)',
    becomes: 'call.now())',
    tests: ownerTests,
  },
  {
    check: 'of two owners who demote each other, one stays an owner',
    file: owners,
    text: 'right !== null && !rightsOfRole(caller.role, projectId).includes(right)',
    becomes: 'false',
    tests: ['flows/sessions/proof-race.postgres.test'],
    engine: 'postgres',
  },
  {
    check: 'of two owners who remove each other, one stays',
    file: owners,
    text: "  if (!caller) throw new KnownError('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN').asUnauthorized()\n",
    becomes: '  if (!caller) return { project, staff }\n',
    tests: ownerTests,
    engine: 'postgres',
  },
  {
    check: 'a job spares users who no longer match its filter',
    file: userJobs,
    text: 'filter && present.length > 0 ? keepMatchingUsers(tx, wantedUsers(job, filter), present, now) : present',
    becomes: 'present',
    tests: jobTests,
  },
  {
    check: 'a job spares users who signed up after its creation',
    file: userJobs,
    text: 'Math.min(filter.signedUpUntilMillis ?? Infinity, job.createdAt.getTime())',
    becomes: 'filter.signedUpUntilMillis ?? Infinity',
    tests: jobTests,
  },
  {
    check: 'a setting that allows a takeover needs a recent sign-in',
    file: 'packages/server/src/admin/projects/takeover-settings.ts',
    text: '  if (call.caller.isOwnerSignInOld) throw recentSignInRequired()\n',
    tests: ['admin/project-owners/project-owners.test'],
  },
  {
    check: 'the other owners get a mail about a setting that allows a takeover',
    file: 'packages/server/src/delivery/subscribers/notices.ts',
    text: "  'project.takeover_settings_changed': settingsChanged,\n",
    tests: ['admin/project-owners/project-owners.test'],
  },
  {
    check: 'the other owners get a mail about a changed template',
    file: 'packages/server/src/admin/email-templates/email-templates.ts',
    text: "  if (!isTold) await tellOtherOwners(whole, call, project, ['email_templates'])\n",
    tests: ['admin/email-templates/email-templates.test'],
  },
  {
    check: 'a job needs a recent sign-in of the owner',
    file: 'packages/server/src/admin/jobs/routes.ts',
    text: 'route(contract.createJob, { allow: recentProjectAdmin,',
    becomes: 'route(contract.createJob, { allow: { ...recentProjectAdmin, require: () => {} },',
    tests: ['admin/project-owners/project-owners.test'],
  },
  {
    check: 'a connection of a team needs a recent sign-in of the owner to prove a domain',
    file: 'packages/server/src/admin/team-connections/routes.ts',
    text: 'route(contract.proveConnectionDomain, { allow: recentProjectServer,',
    becomes: 'route(contract.proveConnectionDomain, { allow: projectServer,',
    tests: ['admin/team-connections/team-connections.test'],
  },
]
