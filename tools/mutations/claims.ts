import type { Mutation } from './mutation.ts'

const claim = 'packages/server/src/accounts/claim-account.ts'
const channels = 'packages/server/src/flows/contact-channels/contact-channels.ts'

/** What a claim removes from the account, against pre-hijacking, and what a verification link does. */
export const claimMutations: readonly Mutation[] = [
  {
    check: 'a suspended account without a claimed address does not keep the owner of the mailbox out',
    file: 'packages/server/src/records/queries/sign-in-address.ts',
    text: 'and u.suspended_until > ${now}',
    becomes: 'and u.suspended_until > ${now} and false',
    tests: ['accounts/sign-in-of-suspended-user.test'],
  },
  {
    check: 'a claim removes the password',
    file: claim,
    text: '    unproved: removeUnproved(call, user, credentials),\n',
    becomes: '    unproved: removeUnproved(call, user, factors),\n',
    tests: ['accounts/claim-account.test'],
  },
  {
    check: 'a claim ends the sessions',
    file: claim,
    text: '    sessions: endSessionsOfUser(projectId, user.id, null),\n',
    tests: ['accounts/claim-account.test'],
  },
  {
    check: 'a claim removes the factors',
    file: claim,
    text: '    removeCredentials(projectId, user.id, kinds),\n',
    becomes: '    removeCredentials(projectId, user.id, kinds.slice(0, 1)),\n',
    tests: ['accounts/claim-account.test'],
  },
  {
    check: 'a claim ends open codes',
    file: claim,
    text: '    endCodesOfUser(projectId, user.id, codeKinds, now()),\n',
    tests: ['accounts/claim-account.test', 'flows/otp/otp.test', 'flows/mfa/second-step.test'],
  },
  {
    check: 'a claim ends open authorization codes',
    file: claim,
    text: '    endOpenAuthorizationCodes(projectId, userId),\n',
    tests: ['accounts/claim-account.test', 'flows/oauth/accounts.test', 'flows/anonymous/anonymous.test'],
  },
  {
    check: 'a concurrent call cannot use an ended code',
    file: 'packages/server/src/records/verification-codes/store.ts',
    text: 'update verification_codes set expires_at = created_at\n    where project_id = ${projectId} and user_id = ${userId} and kind = any (${kinds}',
    becomes:
      'update verification_codes set expires_at = ${now}\n    where project_id = ${projectId} and user_id = ${userId} and kind = any (${kinds}',
    tests: ['sessions/proof-race'],
    engine: 'postgres',
  },
  {
    check: 'a sign-in by code claims the account',
    file: 'packages/server/src/flows/otp/otp.ts',
    text: 'isClaimed ? markSignInEmailClaimed(projectId, user.id, email) : claimAccount(call, user, email)',
    becomes: 'markSignInEmailClaimed(projectId, user.id, email)',
    tests: ['accounts/claim-account.test'],
  },
  {
    check: 'a sign-in at a provider claims the account',
    file: 'packages/server/src/flows/oauth/accounts.ts',
    text: '    claim: owner.isClaimed ? nothing : claimAccount(call, owner.user, email),\n',
    tests: ['flows/oauth/accounts.test'],
  },
  {
    check: 'a reset claims the account',
    file: 'packages/server/src/flows/password/password.ts',
    text: '      claim: owner.isClaimed\n',
    becomes: '      claim: (true as boolean)\n',
    tests: ['accounts/claim-account.test', 'flows/password/reset.test'],
  },
  {
    check: 'only the session of the sign-up claims with the verification link',
    file: channels,
    text: '(sessionId === signUp?.sessionId || sessionId === addedSessionId)',
    becomes: 'signUp !== undefined',
    tests: ['flows/contact-channels/verify.test'],
  },
  {
    check: 'a verification link without an answer does not claim the account',
    file: channels,
    text: ' || project.config.trustVerificationLinks\n',
    becomes: ' || !project.config.trustVerificationLinks\n',
    tests: ['flows/contact-channels/verify.test'],
  },
  {
    check: 'a verification link without an answer removes the factors',
    file: channels,
    text: '    factors: removesFactors ? removeUnprovedFactors(asUser(call, user.id), user, channel.value) : nothing,\n',
    tests: ['accounts/claim-account.test'],
  },
  {
    check: 'a disowned address is removed from the account',
    file: channels,
    text: '    channel: deleteChannel(projectId, channel.id),\n',
    tests: ['flows/contact-channels/verify.test'],
  },
  {
    check: 'a disowned sign-up loses its sessions',
    file: channels,
    text: '    sessions: endsSessions ? endSessionsOfUser(projectId, user.id, null) : nothing,\n',
    tests: ['flows/contact-channels/verify.test'],
  },
  {
    check: 'a mailed code does not open an account that belongs to the owner of another mailbox',
    file: 'packages/server/src/flows/otp/otp.ts',
    text: '  const found = owner?.isForeign ? null : owner\n',
    becomes: '  const found = owner\n',
    tests: ['accounts/several-addresses.test'],
  },
  {
    check: 'a provider does not open an account that belongs to the owner of another mailbox',
    file: 'packages/server/src/flows/oauth/accounts.ts',
    text: '  if (owner?.isForeign && account.identity.isEmailVerified) {\n',
    becomes: '  if (owner === undefined) {\n',
    tests: ['accounts/several-addresses.test'],
  },
  {
    check: 'a claim removes the addresses by which an attacker could come back',
    file: claim,
    text: '    addresses: dropUnclaimedChannels(asUser(call, user.id), user.id, email),\n',
    tests: ['accounts/several-addresses.test'],
  },
  {
    check: 'an address that a client marks for sign-in identifies no user until it is proved',
    file: 'packages/server/src/accounts/contact-channels.ts',
    text: 'wantsSignIn && (isProved || (before.usedForAuth && !isNewValue))',
    becomes: 'wantsSignIn',
    tests: ['accounts/several-addresses.test'],
  },
  {
    check: 'an address is proved only by a claim while another address of the account is claimed',
    file: 'packages/server/src/records/contact-channels/store.ts',
    text: 'where o.project_id = ${projectId} and o.user_id = ${userId} and o.is_claimed))`',
    becomes: 'where o.project_id = ${projectId} and o.user_id = ${userId} and false))`',
    tests: ['accounts/several-addresses.test'],
  },
  {
    check: 'a new way into the account requires a code of the authenticator app',
    file: 'packages/server/src/flows/contact-channels/manage-channels.ts',
    text: '  if (own && changesWayIn(addresses.present, fields)) await requireProvedFactor(tx, user, own)\n',
    tests: ['flows/contact-channels/manage-channels.test'],
  },
  {
    check: 'the answer that another user signs in with an address is counted',
    file: 'packages/server/src/flows/contact-channels/manage-channels.ts',
    text: '    await limits.revealedAccount()\n',
    tests: ['api/taken-address.test'],
  },
]
