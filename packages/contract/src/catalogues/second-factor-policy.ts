/** What a session has to do about the second factor. One function of the service decides it. */
export const factorStates = ['complete', 'must_prove', 'must_enrol'] as const
export type FactorState = (typeof factorStates)[number]

/** The situations that the policy tells apart, if it requires a second factor. */
export const factorSituations = ['no_factor_in_grace', 'no_factor_after_grace', 'factor'] as const
export type FactorSituation = (typeof factorSituations)[number]

const enrolmentAfterGrace = {
  no_factor_in_grace: 'complete',
  no_factor_after_grace: 'must_enrol',
  factor: 'must_prove',
} as const
/** A proof counts only while its user has a factor. */
const provedFactor = { ...enrolmentAfterGrace, factor: 'complete' } as const
const exempt = { no_factor_in_grace: 'complete', no_factor_after_grace: 'complete', factor: 'complete' } as const

/**
 * The result of each way to get tokens while the policy requires a second factor. The tests of the policy are generated
 * from this table.
 */
export const requiredFactorResults = {
  password: enrolmentAfterGrace,
  otp: enrolmentAfterGrace,
  oauth: enrolmentAfterGrace,
  cli_login: enrolmentAfterGrace,
  anonymous_upgrade: enrolmentAfterGrace,
  passkey_without_verification: enrolmentAfterGrace,
  passkey_with_verification: exempt,
  refresh_of_older_session: enrolmentAfterGrace,
  older_access_token: enrolmentAfterGrace,
  refresh_of_proved_session: provedFactor,
  older_access_token_of_proved_session: provedFactor,
  session_of_server: exempt,
  impersonation: exempt,
} as const satisfies Readonly<Record<string, Readonly<Record<FactorSituation, FactorState>>>>
