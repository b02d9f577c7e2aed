import type { Mutation } from './mutation.ts'

const disownSession = 'packages/server/src/flows/sessions/disown-session.ts'

/** Verification codes: one purpose, one use, short lifetime, few attempts. */
export const codeMutations: readonly Mutation[] = [
  {
    check: 'a mailed sign-in code ends the others when it is used',
    file: 'packages/server/src/flows/otp/otp.ts',
    text: "endAccessCodesOfAddresses(project.id, [open.target.email], call.now(), ['sign_in', 'password_reset'])",
    becomes: 'nothing',
    tests: ['flows/otp/otp.test'],
  },
  {
    check: 'a change of the password ends mailed sign-in codes',
    file: 'packages/server/src/flows/password/change.ts',
    text: '      mailedAccess: endMailedAccess(asUser(call, user.id), claimedAddresses(channels)),\n      updated:',
    becomes: '      updated:',
    tests: ['flows/otp/otp.test'],
  },
  {
    check: 'a code does not sign in a user whose mailed codes a server turned off',
    file: 'packages/server/src/accounts/prove-mailbox.ts',
    text: "  if ((found?.user ?? anonymous)?.otpOffByServer) return 'off'\n",
    tests: ['flows/otp/otp.test'],
  },
  {
    check: 'a server that turns mailed codes off ends the open ones',
    file: 'packages/server/src/accounts/update-user.ts',
    text: 'if (update.otpAuthEnabled === false) await endMailedSignIns(tx, call, user, ownChange)',
    tests: ['flows/otp/otp.test'],
  },
  {
    check: 'the mail to a user whose mailed codes a server turned off contains no code',
    file: 'packages/server/src/mails/sign-in-code.ts',
    text: "  if (found && !found.isForeign && found.user.otpOffByServer) return { mail: 'signInByEmailOff', data: {}, locale }\n",
    tests: ['flows/otp/otp.test'],
  },
  {
    check: 'a user does not turn mailed codes on again that a server turned off',
    file: 'packages/server/src/accounts/update-user.ts',
    text: 'if (ownChange && update.otpAuthEnabled === true && user.otpOffByServer) {',
    becomes: 'if (ownChange && update.otpAuthEnabled === null) {',
    tests: ['flows/otp/otp.test'],
  },
  {
    check: 'the whole code is compared, not only the nonce',
    file: 'packages/server/src/records/verification-codes/verification-codes.ts',
    text: 'hashes.some((hash) => hash.equals(stored))',
    becomes: 'hashes.length > 0 && stored.length > 0',
    tests: ['flows/otp/otp.test'],
  },
  {
    check: 'an expired code is refused',
    file: 'packages/server/src/records/verification-codes/verification-codes.ts',
    text: "if (found.expiresAt <= now) throw new KnownError('VERIFICATION_CODE_EXPIRED')",
    tests: ['flows/otp/otp.test', 'flows/password/reset.test'],
  },
  {
    check: 'a used code is refused',
    file: 'packages/server/src/records/verification-codes/verification-codes.ts',
    text: "if (found.usedAt) throw new KnownError('VERIFICATION_CODE_ALREADY_USED')",
    tests: ['flows/otp/otp.test', 'flows/password/reset.test'],
  },
  {
    check: 'a code allows five attempts',
    file: 'packages/server/src/records/verification-codes/verification-codes.ts',
    text: "if (found.attempts > maxAttemptsOf(kind, settings)) throw new KnownError('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED')",
    tests: ['flows/otp/otp.test'],
  },
  {
    check: 'a wrong code counts as a failure of the account',
    file: 'packages/server/src/api/rules/guessed-code.ts',
    text: '      limits.failed()\n',
    tests: ['flows/otp/otp.test', 'platform/limits/rate-limiter.test'],
  },
  {
    check: 'a code is found by its kind',
    file: 'packages/server/src/records/verification-codes/store.ts',
    text: 'where project_id = ${projectId} and kind = ${kind} and nonce_hash = ${nonceHash}',
    becomes: 'where project_id = ${projectId} and (kind = ${kind} or true) and nonce_hash = ${nonceHash}',
    tests: ['flows/otp/otp.test', 'flows/mfa/second-step.test', 'flows/password/reset.test'],
  },
  {
    check: 'two concurrent calls consume a code once',
    file: 'packages/server/src/records/verification-codes/store.ts',
    text: 'and kind = ${kind} and code_hash = ${codeHash}\n      and used_at is null and expires_at > ${now}`',
    becomes: 'and kind = ${kind} and code_hash = ${codeHash}\n      and expires_at > ${now}`',
    tests: ['flows/otp/otp.test', 'flows/password/reset.test', 'flows/contact-channels/verify.test'],
  },
  {
    check: 'a passkey challenge belongs to the user who requested it',
    file: 'packages/server/src/flows/passkey/passkey.ts',
    text: "if (open.userId !== user.id) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')",
    tests: ['flows/passkey/passkey.test'],
  },
  {
    check: 'a new code ends the older one',
    file: 'packages/server/src/records/verification-codes/store.ts',
    text: 'and user_id = (select id from owner)',
    becomes: 'and user_id = (select id from owner) and false',
    tests: ['flows/mfa/second-step.test', 'flows/password/reset.test'],
  },
  {
    check: 'a password change ends open codes',
    file: 'packages/server/src/flows/password/change.ts',
    text: '      authorizationCodes: endOpenAuthorizationCodes(project.id, user.id),\n      codes: endCodesOfUser(project.id, user.id, codeKindsOfAccount, now()),\n      mailedAccess: endMailedAccess(',
    becomes:
      '      authorizationCodes: endOpenAuthorizationCodes(project.id, user.id),\n      mailedAccess: endMailedAccess(',
    tests: ['flows/mfa/second-step.test'],
  },
  {
    check: 'a sign-in mail links to a trusted URL',
    file: 'packages/server/src/flows/otp/otp.ts',
    text: 'const trusted = requireTrustedUrl(project, callbackUrl)',
    becomes: 'const trusted = callbackUrl',
    tests: ['flows/otp/otp.test'],
  },
  {
    check: 'the code that ends the session of a new device works once',
    file: disownSession,
    text: '      code: consumeCode(projectId, open, now()),\n',
    tests: ['subscribers/notices.test'],
  },
  {
    check: 'a disowned device is a new one again',
    file: disownSession,
    text: '      device: forgetKnownDevice(projectId, userId, device),\n',
    tests: ['subscribers/notices.test'],
  },
  {
    check: 'a disowned session mails no code for a new password to an address that the account does not have',
    file: disownSession,
    text: 'owner?.user.id === userId && !owner.isForeign && !owner.isHeld ? resetPage : null',
    becomes: 'resetPage',
    tests: ['subscribers/notices.test'],
  },
  {
    check: 'a suspended user disowns no session',
    file: disownSession,
    text: "    if (getSuspension(user, now())) throw new KnownError('VERIFICATION_CODE_EXPIRED')\n",
    tests: ['subscribers/notices.test'],
  },
  {
    check: 'a session that changes the password does not end the code that ends the session',
    file: 'packages/server/src/records/verification-codes/lifetimes.ts',
    text: "codeKinds.filter((kind) => kind !== 'session_disown')",
    becomes: 'codeKinds',
    tests: ['subscribers/notices.test'],
  },
  {
    check: 'a further sign-in does not end the code that ends the session of the one before',
    file: 'packages/server/src/records/verification-codes/store.ts',
    text: "[...askedForByAnyone, 'session_disown']",
    becomes: 'askedForByAnyone',
    tests: ['subscribers/notices.test'],
  },
  {
    check: 'the link of a mail about a new device is at no pattern',
    file: 'packages/server/src/records/projects/trusted-origins.ts',
    text: "    .filter(({ domain }) => !domain.includes('*'))\n",
    tests: ['subscribers/notices.test'],
  },
]
