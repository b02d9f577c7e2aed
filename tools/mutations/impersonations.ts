import type { Mutation } from './mutation.ts'

const links = 'packages/server/src/admin/impersonation-links/links.ts'
const tests = ['admin/impersonation-links/impersonation-links.test']

/** The links with which a member of the staff signs in as a user, and the sessions that they start (decision 082). */
export const impersonationMutations: readonly Mutation[] = [
  {
    check: 'an impersonation link works once',
    file: links,
    text: '    code: consumeCode(tx.projectId, open, call.now()),\n',
    tests,
  },
  {
    check: 'an impersonation link works for 60 seconds',
    file: 'packages/server/src/records/verification-codes/lifetimes.ts',
    text: '  impersonation_link: 60,',
    becomes: '  impersonation_link: 600,',
    tests,
  },
  {
    check: 'an impersonation link leads to a trusted domain',
    file: links,
    text: 'new URL(requireTrustedUrl(project, url))',
    becomes: 'new URL(url)',
    tests,
  },
  {
    check: 'an impersonation link works only while the project trusts its page',
    file: links,
    text: ' || matchTrusted(call.project, url) === null',
    tests,
  },
  {
    check: 'an impersonation link works only on a page of its origin',
    file: links,
    text: 'origin !== new URL(url).origin || ',
    tests,
  },
  {
    check: 'a key of the project creates no impersonation link',
    file: links,
    text: 'if (impersonatorId === null || impersonatorSessionId === null) {',
    becomes: 'if (false as boolean) {',
    tests,
  },
  {
    check: 'the creation of an impersonation link requires the right',
    file: 'packages/contract/src/endpoints/impersonation-links.ts',
    text: "  staffRight: 'impersonate',",
    becomes: "  staffRight: 'read_users',",
    tests,
  },
  {
    check: 'the creation of an impersonation link requires a recent sign-in',
    file: 'packages/server/src/admin/impersonation-links/routes.ts',
    text: '{ allow: recentProjectAdmin,',
    becomes: '{ allow: { ...recentProjectAdmin, require: () => {} },',
    tests,
  },
  {
    check: 'the creator of an impersonation link has the right at its use',
    file: links,
    text: "project && found && rightsOfMember(found.role, project).includes('impersonate')",
    becomes: 'project && found',
    tests,
  },
  {
    check: 'the creator of an impersonation link is signed in at its use',
    file: 'packages/server/src/records/queries/sessions/impersonators.ts',
    text: " and ${isActive('s', active)}",
    tests,
  },
  {
    check: 'the creator of an impersonation link is not restricted at its use',
    file: 'packages/server/src/records/queries/sessions/impersonators.ts',
    text: 'restrictionOf(user, factorProof, active.now) === null ? { role, displayName, email } : null',
    becomes: '({ role, displayName, email })',
    tests,
  },
  {
    check: 'no impersonation link is created to a suspended user',
    file: links,
    text: '    if (suspension) throw userSuspended(suspension)\n',
    tests,
  },
  {
    check: 'support impersonates only if the project allows it',
    file: 'packages/server/src/records/project-owners/rights-of-member.ts',
    text: "role === 'support' && !config.supportCanImpersonate",
    becomes: 'false as boolean',
    tests,
  },
  {
    check: 'the sessions in which support impersonates end with the permission',
    file: 'packages/server/src/delivery/subscribers/lost-rights.ts',
    text: "data.changedFields.includes('config.supportCanImpersonate') ? endImpersonationsBySupport(data.projectId) : nothing",
    becomes: 'nothing',
    tests,
  },
  {
    check: 'the session of an impersonation link changes nothing of the account',
    file: links,
    text: "      kind: 'impersonation',\n",
    becomes: "      kind: 'browser',\n",
    tests,
  },
  {
    check: 'the session of an impersonation link ends after an hour',
    file: links,
    text: '      lifetimeMillis: IMPERSONATION_OF_LINK_MILLIS,\n',
    tests,
  },
  {
    check: 'another sign-in removes the own session of an owner',
    file: 'packages/client/src/session/session-holder.ts',
    text: '    this.swapOwn(own)\n',
    becomes: '    if (own) this.swapOwn(own)\n',
    tests: ['client/src/resources/impersonation.test'],
  },
]
