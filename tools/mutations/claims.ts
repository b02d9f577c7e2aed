import type { Mutation } from './mutation.ts'

const claim = 'packages/server/src/accounts/claim-account.ts'
const channels = 'packages/server/src/flows/contact-channels/contact-channels.ts'

/** What the first proof of a mailbox removes from the account (pre-hijacking), and what a verification link does. */
export const claimMutations: readonly Mutation[] = [
  {
    check: 'a claim removes the password',
    file: claim,
    text: '    setPasswordHash(tx, user.id, null),\n',
    becomes: '    Promise.resolve(),\n',
    tests: ['accounts/claim-account.test'],
  },
  {
    check: 'a claim ends the sessions',
    file: claim,
    text: '    endSessionsOfUser(tx, user.id, null),\n',
    becomes: '    Promise.resolve(),\n',
    tests: ['accounts/claim-account.test'],
  },
  {
    check: 'a claim removes the factors',
    file: claim,
    text: '    removeUnprovedFactors(ports, tx, user, mailed),\n',
    becomes: '    Promise.resolve(),\n',
    tests: ['accounts/claim-account.test'],
  },
  {
    check: 'a sign-in by code claims the account',
    file: 'packages/server/src/flows/otp/otp.ts',
    text: 'isClaimed ? markSignInEmailClaimed(tx, user.id, email) : claimAccount(ports, tx, origin, user, email)',
    becomes: 'isClaimed || claimAccount ? markSignInEmailClaimed(tx, user.id, email) : null',
    tests: ['accounts/claim-account.test'],
  },
  {
    check: 'a sign-in at a provider claims the account',
    file: 'packages/server/src/flows/oauth/accounts.ts',
    text: '  if (!owner.isClaimed) await claimAccount(call.ports, tx, call.origin, owner.user, email)\n',
    tests: ['flows/oauth/accounts.test'],
  },
  {
    check: 'a reset claims the account',
    file: 'packages/server/src/flows/password/password.ts',
    text: '    if (!owner.isClaimed) await claimAccount(',
    becomes: '    if (false as boolean) await claimAccount(',
    tests: ['accounts/claim-account.test', 'flows/password/reset.test'],
  },
  {
    check: 'only the session that signed up claims by its link',
    file: channels,
    text: 'caller.user !== null && caller.claims?.sessionId === signUp.sessionId',
    becomes: 'caller.user !== null',
    tests: ['flows/contact-channels/verify.test'],
  },
  {
    check: 'a link without an answer claims nothing',
    file: channels,
    text: ' || project.config.trust_verification_links\n',
    becomes: ' || !project.config.trust_verification_links\n',
    tests: ['flows/contact-channels/verify.test'],
  },
  {
    check: 'a link without an answer removes the factors',
    file: channels,
    text: '  if (removesFactors) await removeUnprovedFactors(ports, tx, user)\n',
    tests: ['accounts/claim-account.test'],
  },
  {
    check: 'a disowned address leaves the account',
    file: channels,
    text: '  await deleteChannel(tx, channel.channelId)\n',
    tests: ['flows/contact-channels/verify.test'],
  },
  {
    check: 'a disowned sign-up loses its sessions',
    file: channels,
    text: 'if (channel.signUp) await endSessionsOfUser(tx, user.id, null)',
    becomes: 'if (channel.signUp) await Promise.resolve()',
    tests: ['flows/contact-channels/verify.test'],
  },
]
