import type { Mutation } from './mutation.ts'

/** When a second factor is required, and what proves it. */
export const secondFactorMutations: readonly Mutation[] = [
  {
    check: 'a user with an authenticator app gets no session from the first step',
    file: 'packages/server/src/accounts/first-step.ts',
    text: 'if (user.requiresTotp && !isSecondFactorProved) {',
    becomes: 'if (false as boolean) {',
    tests: ['flows/mfa/second-step.test'],
  },
  {
    check: 'a TOTP code works once',
    file: 'packages/server/src/flows/mfa/second-step.ts',
    text: 'if (!isTaken) throw new StepTaken()',
    tests: ['flows/mfa/second-step.test'],
  },
  {
    check: 'earlier TOTP time steps are refused after a later one',
    file: 'packages/server/src/records/credentials/authenticator-app.ts',
    text: 'and (totp_last_step is null or totp_last_step < ${step}::bigint)`',
    becomes: '`',
    tests: ['flows/mfa/second-step.test'],
  },
  {
    check: 'a wrong TOTP code counts as a failure of the account',
    file: 'packages/server/src/flows/mfa/second-step.ts',
    text: '  await call.limits.failed()\n',
    tests: ['flows/mfa/second-step.test'],
  },
  {
    check: 'a first step does not reset failures while the second factor is pending',
    file: 'packages/server/src/flows/password/password.ts',
    text: "if (step.next === 'signed_in') await limits.succeeded(",
    becomes: 'await limits.succeeded(',
    tests: ['flows/mfa/second-step.test'],
  },
  {
    check: 'a passkey counts as two factors only with user verification',
    file: 'packages/server/src/flows/passkey/passkey.ts',
    text: 'return use.isUserVerified && passkey.hasVerified',
    becomes: 'return passkey.hasVerified',
    tests: ['flows/passkey/passkey.test'],
  },
  {
    check: 'a passkey registered without user verification counts as one factor',
    file: 'packages/server/src/flows/passkey/passkey.ts',
    text: 'return use.isUserVerified && passkey.hasVerified',
    becomes: 'return use.isUserVerified',
    tests: ['flows/passkey/passkey.test'],
  },
  {
    check: 'an authenticator app is added only in an active session',
    file: 'packages/server/src/accounts/update-user.ts',
    text: 'session: ownChange ? requireActiveSession(projectId, ownChange.claims, now()) : nothing,',
    becomes: 'session: nothing,',
    tests: ['sessions/proof-race'],
    engine: 'postgres',
  },
  {
    check: 'a passkey is added only in an active session',
    file: 'packages/server/src/flows/passkey/passkey.ts',
    text: '        session: requireActiveSession(project.id, call.caller.claims, now()),\n',
    tests: ['sessions/proof-race'],
    engine: 'postgres',
  },
  {
    check: 'replacing or removing an authenticator app requires one of its codes',
    file: 'packages/server/src/accounts/update-user.ts',
    text: '  if (!isProved) throw new FactorNotProved()\n',
    tests: ['flows/profile/prove-second-factor.test'],
  },
  {
    check: 'a code that changes the authenticator app works once',
    file: 'packages/server/src/accounts/update-user.ts',
    text: '? await tx.run(useTotpStep(tx.projectId, user.id, proved))',
    becomes: '? (await tx.run(useTotpStep(tx.projectId, user.id, proved))) || true',
    tests: ['flows/profile/prove-second-factor.test'],
  },
  {
    check: 'a wrong code in a change of the authenticator app counts as a failure of the account',
    file: 'packages/server/src/flows/profile/prove-second-factor.ts',
    text: '    if (totp !== undefined) await call.limits.failed()\n',
    tests: ['flows/profile/prove-second-factor.test', 'platform/limits/rate-limiter.test'],
  },
  {
    check: 'the signature counter of a passkey must increase',
    file: 'packages/server/src/records/credentials/passkey.ts',
    text: '\n      and (counter = 0 or counter < ${used.counter}::bigint)`',
    becomes: '`',
    tests: ['flows/passkey/passkey.test'],
  },
]
