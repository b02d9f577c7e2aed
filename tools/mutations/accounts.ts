import type { Mutation } from './mutation.ts'

const upgrade = 'packages/server/src/accounts/upgrade-anonymous-user.ts'
const cliLogin = 'packages/server/src/flows/cli-login/cli-login.ts'
const cliLogins = 'packages/server/src/records/queries/confirmed-login.ts'

/** Upgrades of anonymous users, CLI logins, the first admin. */
export const accountMutations: readonly Mutation[] = [
  {
    check: 'a rule admits only a proved address of its domain',
    file: 'packages/server/src/accounts/sign-up-rules.ts',
    text: "const isProofRequired = then === 'allow' && ofAddress.length > 0",
    becomes: 'const isProofRequired = false',
    tests: ['accounts/admission.test'],
  },
  {
    check: 'a rule that refuses ends a sign-up',
    file: 'packages/server/src/accounts/admission.ts',
    text: '  if (isRefused) throw new SignUpRefused(projectId, facts, rule.name)\n',
    tests: ['accounts/admission.test'],
  },
  {
    check: 'a user on the waiting list is restricted',
    file: 'packages/server/src/records/sessions/restriction.ts',
    text: "  if (user.heldAt) return 'waiting'\n",
    tests: ['accounts/admission.test'],
  },
  {
    check: 'a decision about the waiting list concerns only users who wait',
    file: 'packages/server/src/records/users/store.ts',
    text: ' and held_at is not null offset 0',
    becomes: ' offset 0',
    tests: ['accounts/admission.test'],
  },
  {
    check: 'deleting a user keeps the codes for an address that they only added',
    file: 'packages/server/src/records/contact-channels/store.ts',
    text: 'and user_id = wanted.id::uuid and (used_for_auth or is_verified) offset 0',
    becomes: 'and user_id = wanted.id::uuid offset 0',
    tests: ['accounts/delete-user.test'],
  },
  {
    check: 'a deleted user leaves no mails to their addresses',
    file: 'packages/server/src/accounts/delete-user.ts',
    text: '    deleteEmailsTo(projectId, addresses),\n',
    tests: ['accounts/delete-user.test'],
  },
  {
    check: 'a deleted user leaves no codes for their addresses',
    file: 'packages/server/src/accounts/delete-user.ts',
    text: '    deleteCodesOfAddresses(projectId, addresses),\n',
    tests: ['accounts/delete-user.test'],
  },
  {
    check: 'the deletion of a user keeps the codes of other users with the same address',
    file: 'packages/server/src/records/contact-channels/store.ts',
    text: '    where others.users = 0`',
    becomes: '    where others.users >= 0`',
    tests: ['accounts/delete-user.test'],
  },
  {
    check: 'a search treats wildcards as text',
    file: 'packages/server/src/records/queries/user-list.ts',
    text: 'term.replaceAll(/[\\\\%_]/g, String.raw`\\$&`)',
    becomes: 'term',
    tests: ['admin/users/list-users.test'],
  },
  {
    check: 'a server connects accounts of enabled providers only',
    file: 'packages/server/src/accounts/add-user.ts',
    text: ' && provider.enabled)',
    becomes: ')',
    tests: ['admin/users/users.test'],
  },
  {
    check: 'an anonymous user is upgraded once',
    file: 'packages/server/src/records/users/store.ts',
    text: 'where project_id = ${projectId} and id = ${userId} and is_anonymous`',
    becomes: 'where project_id = ${projectId} and id = ${userId}`',
    tests: ['flows/anonymous/anonymous.test'],
  },
  {
    check: 'an upgrade ends the sessions of the anonymous user',
    file: upgrade,
    text: '    sessions: endSessionsOfUser(projectId, userId, null),\n',
    tests: ['flows/anonymous/anonymous.test'],
  },
  {
    check: 'an upgrade removes connected accounts',
    file: upgrade,
    text: '    credentials: removeCredentials(projectId, userId, factors),\n',
    tests: ['flows/anonymous/anonymous.test', 'flows/oauth/accounts.test'],
  },
  {
    check: 'anonymous sign-up is off unless the project turns it on',
    file: 'packages/server/src/flows/anonymous/anonymous.ts',
    text: "  if (!project.config.anonymousEnabled) throw new KnownError('ANONYMOUS_ACCOUNTS_NOT_ENABLED')\n",
    tests: ['flows/anonymous/anonymous.test'],
  },
  {
    check: 'a CLI login returns its session once',
    file: cliLogins,
    text: 'and polling_hash = ${pollingHash} and used_at is null and expires_at > ${active.now}',
    becomes: 'and polling_hash = ${pollingHash} and expires_at > ${active.now}',
    tests: ['flows/cli-login/cli-login.test'],
  },
  {
    check: 'a CLI login does not renew the lifetime of the confirming session',
    file: cliLogin,
    text: '    endsBy: endOfSession(call.project, confirming.createdAt, confirming.expiresAt),\n',
    tests: ['flows/sessions/session-policy.test'],
  },
  {
    check: 'a CLI login requires that the confirming session is active',
    file: cliLogins,
    text: "\n      and (select true from sessions\n           where project_id = ${projectId} and id = l.session_id and ${isActive('sessions', active)})`",
    becomes: '`',
    tests: ['sessions/proof-race'],
    engine: 'postgres',
  },
  {
    check: 'a CLI login is confirmed once',
    file: cliLogins,
    text: 'and answered_at is null and expires_at > ${active.now}\n      and (select',
    becomes: 'and expires_at > ${active.now}\n      and (select',
    tests: ['flows/cli-login/cli-login.test'],
  },
  {
    check: 'an impersonation does not confirm a CLI login',
    file: cliLogin,
    text: '  if (session.isImpersonation) {',
    becomes: '  if (false as boolean) {',
    tests: ['flows/cli-login/cli-login.test'],
  },
  {
    check: 'a CLI login does not count as a recent sign-in',
    file: cliLogin,
    text: 'authenticatedAt: confirming.authenticatedAt,',
    becomes: 'authenticatedAt: now(),',
    tests: ['flows/cli-login/cli-login.test', 'api/recent-sign-in.test'],
  },
  {
    check: 'the set-up of the first admin requires the secret printed on the console',
    file: 'packages/server/src/admin/first-admin/first-admin.ts',
    text: 'if (!isRight) {',
    becomes: 'if (false as boolean) {',
    tests: ['admin/first-admin/first-admin.test'],
  },
  {
    check: 'anonymous sign-up is off for a new project',
    file: 'packages/server/src/records/projects/project.ts',
    text: 'anonymousEnabled: false,',
    becomes: 'anonymousEnabled: true,',
    tests: ['flows/anonymous/anonymous.test', 'admin/projects/projects.test'],
  },
  {
    check: 'the set-up of the first admin closes after use',
    file: 'packages/server/src/admin/first-admin/first-admin.ts',
    text: 'isClosed: closeSetup(opening),',
    becomes: 'isClosed: hasServiceOwner().map(() => true),',
    tests: ['admin/first-admin/first-admin.test'],
  },
]
