import type { Mutation } from './mutation.ts'

/** Verification codes: one purpose, one use, short lifetime, few attempts. */
export const codeMutations: readonly Mutation[] = [
  {
    check: 'a mailed sign-in code ends the others when it is used',
    file: 'packages/server/src/flows/otp/otp.ts',
    text: '    others: endAccessCodesOfAddresses(project.id, [email], now()),\n',
    tests: ['flows/otp/otp.test'],
  },
  {
    check: 'a change of the password ends mailed sign-in codes',
    file: 'packages/server/src/flows/password/password.ts',
    text: '      mailedCodes: endAccessCodesOfAddresses(project.id, claimedAddresses(channels), now()),\n      updated:',
    becomes: '      updated:',
    tests: ['flows/otp/otp.test'],
  },
  {
    check: 'a code does not sign in a user whose mailed codes a server turned off',
    file: 'packages/server/src/flows/otp/otp.ts',
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
    file: 'packages/server/src/api/guessed-code.ts',
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
    file: 'packages/server/src/flows/password/password.ts',
    text: '      authorizationCodes: endOpenAuthorizationCodes(project.id, user.id),\n      codes: endCodesOfUser(project.id, user.id, codeKinds, now()),\n      mailedCodes: endAccessCodesOfAddresses(',
    becomes:
      '      authorizationCodes: endOpenAuthorizationCodes(project.id, user.id),\n      mailedCodes: endAccessCodesOfAddresses(',
    tests: ['flows/mfa/second-step.test'],
  },
  {
    check: 'a sign-in mail links to a trusted URL',
    file: 'packages/server/src/flows/otp/otp.ts',
    text: 'const trusted = requireTrustedUrl(project, callbackUrl)',
    becomes: 'const trusted = callbackUrl',
    tests: ['flows/otp/otp.test'],
  },
]
