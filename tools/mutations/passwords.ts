import type { Mutation } from './mutation.ts'

const rules = 'packages/server/src/accounts/password-rules.ts'
const fairQueue = 'packages/server/src/platform/limits/fair-queue.ts'
const flows = 'packages/server/src/flows/password/password.ts'

/** Password rules, password hashing, and what a password change ends. */
export const passwordMutations: readonly Mutation[] = [
  {
    check: 'a password has a minimum length',
    file: rules,
    text: 'if (countCodePoints(password) < PASSWORD_MIN_CODE_POINTS) {',
    becomes: 'if (false as boolean) {',
    tests: ['flows/password/password.test'],
  },
  {
    check: 'password length is counted in code points',
    file: rules,
    text: 'countCodePoints(password) < PASSWORD_MIN_CODE_POINTS',
    becomes: 'password.length < PASSWORD_MIN_CODE_POINTS',
    tests: ['flows/password/password.test'],
  },
  {
    check: 'a common password is refused',
    file: rules,
    text: "  if (isCommonPassword(password)) throw tooEasy('common')\n",
    tests: ['password/'],
  },
  {
    check: 'a password that equals the address is refused',
    file: rules,
    text: "  if (personal.includes(lower)) throw tooEasy('personal')\n",
    tests: ['password/'],
  },
  {
    check: 'a password that equals a secondary address is refused',
    file: flows,
    text: 'emails: channels.map(({ value }) => value)',
    becomes: 'emails: channels.filter(({ isPrimary }) => isPrimary).map(({ value }) => value)',
    tests: ['accounts/sign-in-addresses.test'],
  },
  {
    check: 'failed sign-ins count for the user, whichever address they enter',
    file: 'packages/server/src/flows/password/routes.ts',
    text: 'found?.user.id ?? body.email',
    becomes: 'body.email',
    tests: ['accounts/sign-in-addresses.test'],
  },
  {
    check: 'wrong mailed codes count for the user, whichever address got the mail',
    file: 'packages/server/src/flows/otp/otp.ts',
    text: 'account: ownerId ?? tried.candidate?.target.email ?? null',
    becomes: 'account: tried.candidate?.target.email ?? null',
    tests: ['accounts/sign-in-addresses.test'],
  },
  {
    check: 'a mailed code does not reset the failures of another account',
    file: 'packages/server/src/flows/otp/otp.ts',
    text: ' && user.id === ownerId',
    tests: ['accounts/sign-in-addresses.test'],
  },
  {
    check: 'a sign-in with an unknown address hashes the password too',
    file: flows,
    text: 'const matches = await dependencies.hasher.verify(\n    project.id,\n    found?.passwordHash ?? dependencies.hasher.decoy,\n    password,\n  )',
    becomes:
      'const matches = found?.passwordHash\n    ? await dependencies.hasher.verify(project.id, found.passwordHash, password)\n    : false',
    tests: ['flows/password/password.test'],
  },
  {
    check: 'a sign-up hashes before it looks up the address',
    file: flows,
    text: 'const passwordHash = await dependencies.hasher.hash(project.id, password)',
    becomes:
      "const passwordHash = (await call.db.run(findUserBySignInEmail(project.id, email)))\n    ? ''\n    : await dependencies.hasher.hash(project.id, password)",
    tests: ['flows/password/password.test'],
  },
  {
    check: 'a password update requires the old password',
    file: flows,
    text: 'if (!(await dependencies.hasher.verify(project.id, currentHash, oldPassword))) {',
    becomes: 'if (oldPassword.length < 0) {',
    tests: ['flows/password/password.test'],
  },
  {
    check: 'a wrong old password counts as a failure of the account',
    file: flows,
    text: 'if (!(await dependencies.hasher.verify(project.id, currentHash, oldPassword))) {\n    await limits.failed()',
    becomes: 'if (!(await dependencies.hasher.verify(project.id, currentHash, oldPassword))) {',
    tests: ['platform/limits/rate-limiter.test', 'flows/password/password.test'],
  },
  {
    check: 'a wrong password counts as a failure of the account',
    file: flows,
    text: '  await call.limits.failed()\n',
    tests: ['platform/limits/rate-limiter.test'],
  },
  {
    check: 'a password update ends the other sessions',
    file: flows,
    text: '      sessions: endSessionsOfUser(project.id, user.id, keptFamily),\n',
    tests: ['flows/password/password.test'],
  },
  {
    check: 'a password reset ends all sessions',
    file: flows,
    text: '      sessions: endSessionsOfUser(project.id, user.id, null),\n',
    tests: ['flows/password/reset.test'],
  },
  {
    check: 'a password reset refuses a code for an address that the account no longer has',
    file: flows,
    text: "    if (owner?.user.id !== user.id || owner.isForeign) throw new KnownError('VERIFICATION_CODE_EXPIRED')\n",
    becomes: "    if (!owner || owner.isForeign) throw new KnownError('VERIFICATION_CODE_EXPIRED')\n",
    tests: ['flows/password/reset.test'],
  },
  {
    check: 'a reset mail links to a trusted URL',
    file: flows,
    text: 'const resetUrl = requireTrustedUrl(project, callbackUrl)',
    becomes: 'const resetUrl = callbackUrl',
    tests: ['flows/password/reset.test'],
  },
  {
    check: 'an existing password is not replaced without the old one',
    file: flows,
    text: 'isSet: replacePasswordHash(project.id, user.id, null, hash),',
    becomes: 'isSet: setPasswordHash(project.id, user.id, hash).map(() => true),',
    tests: ['flows/password/password.test'],
  },
  {
    check: 'a password is set only in an active session',
    file: flows,
    text: '      session: requireActiveSession(project, call.caller.claims, now()),\n',
    tests: ['sessions/proof-race'],
    engine: 'postgres',
  },
  {
    check: 'an imported hash has a bounded cost',
    file: 'packages/server/src/platform/hashing/imported-hash.ts',
    text: '  if (excess !== null) throw new PlainError(400, excess)\n',
    tests: ['flows/profile/import-password-hash.test'],
  },
  {
    check: 'the memory of an imported scrypt hash is bounded',
    file: 'packages/server/src/platform/hashing/formats/scrypt.ts',
    text: 'memory <= MEMORY_MAX_BLOCKS && ',
    tests: ['platform/hashing/formats/formats.test'],
  },
  {
    check: 'the iterations of an imported PBKDF2 hash are bounded for each block',
    file: 'packages/server/src/platform/hashing/formats/pbkdf2-digest.ts',
    text: 'Math.floor(workMax / blocks)',
    becomes: 'Math.floor(workMax / Math.min(blocks, 1))',
    tests: ['platform/hashing/formats/formats.test'],
  },
  {
    check: 'an imported hash has one spelling',
    file: 'packages/server/src/platform/hashing/formats/encoding.ts',
    text: "bytes.toString('base64').replace(/=+$/, '') === text && ",
    tests: ['platform/hashing/formats/formats.test'],
  },
  {
    check: 'an imported Argon2id hash that is weaker than a new one is replaced',
    file: 'packages/server/src/platform/hashing/password-hasher.ts',
    text: '    hash.memoryKib >= memoryKib &&\n',
    tests: ['platform/hashing/password-hasher.test'],
  },
  {
    check: 'the hasher serves projects in turn',
    file: fairQueue,
    text: '(!next || line.nextRound < next.nextRound)',
    becomes: '!next',
    tests: ['platform/limits/fair-queue.test'],
  },
  {
    check: 'the hasher queue of a project has a bounded length',
    file: fairQueue,
    text: 'if (isLineFull || waitMillis > this.#waitMaxMillis) throw',
    becomes: 'if (waitMillis > this.#waitMaxMillis) throw',
    tests: ['platform/limits/fair-queue.test'],
  },
  {
    check: 'the hasher queue has a bounded wait',
    file: fairQueue,
    text: 'if (isLineFull || waitMillis > this.#waitMaxMillis) throw',
    becomes: 'if (isLineFull) throw',
    tests: ['platform/limits/fair-queue.test'],
  },
  {
    check: 'responses that reveal a taken address have a rate limit',
    file: flows,
    text: '    await call.limits.revealedAccount()\n',
    tests: ['api/taken-address.test'],
  },
]
