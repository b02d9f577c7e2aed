import type { Mutation } from './mutation.ts'

const claim = 'packages/server/src/users/claim-account.ts'
const channels = 'packages/server/src/contact-channels/contact-channels.ts'

/** What the first proof of a mailbox removes from the account (pre-hijacking), and what a verification link does. */
export const claimMutations: readonly Mutation[] = [
  {
    check: 'a claim removes the password',
    file: claim,
    text: '    setPasswordHash(tx, user.id, null),\n',
    becomes: '    Promise.resolve(),\n',
    tests: ['users/claim-account.test'],
  },
  {
    check: 'a claim ends the sessions',
    file: claim,
    text: '    endSessionsOfUser(tx, user.id, null),\n',
    becomes: '    Promise.resolve(),\n',
    tests: ['users/claim-account.test'],
  },
  {
    check: 'a claim removes the factors',
    file: claim,
    text: '    removeUnprovedFactors(ports, tx, user, mailed),\n',
    becomes: '    Promise.resolve(),\n',
    tests: ['users/claim-account.test'],
  },
  {
    check: 'a sign-in by code claims the account',
    file: 'packages/server/src/otp/otp.ts',
    text: 'isClaimed ? markSignInEmailClaimed(tx, user.id, email) : claimAccount(ports, tx, origin, user, email)',
    becomes: 'isClaimed || claimAccount ? markSignInEmailClaimed(tx, user.id, email) : null',
    tests: ['users/claim-account.test'],
  },
  {
    check: 'a sign-in at a provider claims the account',
    file: 'packages/server/src/oauth/accounts.ts',
    text: '  if (!owner.isClaimed) await claimAccount(call.ports, tx, call.origin, owner.user, email)\n',
    tests: ['oauth/accounts.test'],
  },
  {
    check: 'a reset claims the account',
    file: 'packages/server/src/password/password.ts',
    text: '    if (!owner.isClaimed) await claimAccount(',
    becomes: '    if (false as boolean) await claimAccount(',
    tests: ['users/claim-account.test', 'password/reset.test'],
  },
  {
    check: 'only the session that signed up claims by its link',
    file: channels,
    text: 'caller.user !== null && caller.claims?.sessionId === signUp.sessionId',
    becomes: 'caller.user !== null',
    tests: ['contact-channels/verify.test'],
  },
  {
    check: 'a link without an answer claims nothing',
    file: channels,
    text: ' || project.config.trust_verification_links\n',
    becomes: ' || !project.config.trust_verification_links\n',
    tests: ['contact-channels/verify.test'],
  },
  {
    check: 'a link without an answer removes the factors',
    file: channels,
    text: '  if (removesFactors) await removeUnprovedFactors(ports, tx, user)\n',
    tests: ['users/claim-account.test'],
  },
  {
    check: 'a disowned address leaves the account',
    file: channels,
    text: '  await deleteChannel(tx, channel.channelId)\n',
    tests: ['contact-channels/verify.test'],
  },
  {
    check: 'a disowned sign-up loses its sessions',
    file: channels,
    text: 'if (channel.signUp) await endSessionsOfUser(tx, user.id, null)',
    becomes: 'if (channel.signUp) await Promise.resolve()',
    tests: ['contact-channels/verify.test'],
  },
]
