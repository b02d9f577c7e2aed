import type { ErrorCode } from '@portico/contract/errors'

/** Class names that are not the camel-case form of their code. */
export const irregularClassNames = {
  USER_EMAIL_ALREADY_EXISTS: 'UserWithEmailAlreadyExists',
  VERIFICATION_ERROR: 'VerificationCodeError',
  WRONG_PERMISSION_SCOPE: 'PermissionScopeMismatch',
  INVALID_POLLING_CODE: 'InvalidPollingCodeError',
  PASSKEY_WEBAUTHN_ERROR: 'PasskeyWebAuthnError',
} as const

type Irregular = typeof irregularClassNames
type CamelWord<Word extends string> = Word extends 'OAUTH' ? 'OAuth' : Capitalize<Lowercase<Word>>
type Camel<Code extends string> = Code extends `${infer Head}_${infer Tail}`
  ? `${CamelWord<Head>}${Camel<Tail>}`
  : CamelWord<Code>

/**
 * The class name of a code, such as `EmailPasswordMismatch` for `EMAIL_PASSWORD_MISMATCH`.
 *
 * @internal
 */
export type ErrorClassName<Code extends ErrorCode> = Code extends keyof Irregular ? Irregular[Code] : Camel<Code>
