import { errorCatalogue, reservedErrorCodes } from '@portico/contract'
import { describe, expect, test } from 'vitest'

import type * as ownCopy from './known-error.ts'
import { KnownError, KnownErrors, StatusError } from './known-error.ts'

test('KnownErrors has one class per code of the catalogue', () => {
  const codes = Object.values(KnownErrors).map(({ errorCode }) => errorCode)

  expect(codes.toSorted()).toEqual(Object.keys(errorCatalogue).toSorted())
})

test.each([
  ['EmailPasswordMismatch', 'EMAIL_PASSWORD_MISMATCH'],
  ['UserWithEmailAlreadyExists', 'USER_EMAIL_ALREADY_EXISTS'],
  ['OAuthProviderAccessDenied', 'OAUTH_PROVIDER_ACCESS_DENIED'],
  ['InvalidOAuthClientIdOrSecret', 'INVALID_OAUTH_CLIENT_ID_OR_SECRET'],
  ['OAuthExtraScopeNotAvailableWithSharedOAuthKeys', 'OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS'],
  ['VerificationCodeError', 'VERIFICATION_ERROR'],
  ['PermissionScopeMismatch', 'WRONG_PERMISSION_SCOPE'],
  ['InvalidPollingCodeError', 'INVALID_POLLING_CODE'],
  ['PasskeyWebAuthnError', 'PASSKEY_WEBAUTHN_ERROR'],
  ['CliAuthExpiredError', 'CLI_AUTH_EXPIRED_ERROR'],
] as const)('the class %s has the code %s', (name, code) => {
  expect(KnownErrors[name].errorCode).toBe(code)
})

describe('isInstance', () => {
  const tooShort = new KnownError('PASSWORD_TOO_SHORT', { min_length: 8 })

  test('is true for the class of an error and for its families', () => {
    expect(KnownErrors.PasswordTooShort.isInstance(tooShort)).toBe(true)
    expect(KnownErrors.PasswordRequirementsNotMet.isInstance(tooShort)).toBe(true)
    expect(tooShort.is('PASSWORD_REQUIREMENTS_NOT_MET')).toBe(true)
    expect(tooShort instanceof KnownErrors.PasswordRequirementsNotMet).toBe(true)
    expect(KnownErrors.InvalidProjectAuthentication.isInstance(new KnownErrors.UnparsableAdminAccessToken())).toBe(true)
  })

  test('is false for another class and for a member of the family', () => {
    expect(KnownErrors.PasswordTooLong.isInstance(tooShort)).toBe(false)
    expect(KnownErrors.PasswordTooShort.isInstance(new KnownErrors.PasswordRequirementsNotMet())).toBe(false)
    expect(KnownErrors.PasswordTooShort.isInstance(new Error('PASSWORD_TOO_SHORT'))).toBe(false)
    expect(KnownErrors.PasswordTooShort.isInstance(null)).toBe(false)
  })

  test('is true for an error of another copy of this package', async () => {
    const otherCopy: typeof ownCopy = await import(`./known-error.ts?${'another-copy'}`)
    const foreign = new otherCopy.KnownError('EMAIL_PASSWORD_MISMATCH')

    expect(foreign).not.toBeInstanceOf(StatusError)
    expect(KnownErrors.EmailPasswordMismatch.isInstance(foreign)).toBe(true)
  })
})

test('fromJson and toDescriptiveJson keep the message, the details and the status', () => {
  const error = KnownError.fromJson(
    { code: 'PASSWORD_TOO_SHORT', message: 'Too short.', details: { min_length: 8 } },
    400,
  )

  expect(error).toMatchObject({ errorCode: 'PASSWORD_TOO_SHORT', humanReadableMessage: 'Too short.', statusCode: 400 })
  expect(error.toDescriptiveJson()).toEqual({
    code: 'PASSWORD_TOO_SHORT',
    message: 'Too short.',
    details: { min_length: 8 },
  })
  expect(error.isClientError()).toBe(true)
})

test.each([...reservedErrorCodes.slice(0, 2), 'MADE_UP', 'toString', '__proto__'])(
  'fromJson throws for the unknown code %s and recommends an update',
  (code) => {
    expect(() => KnownError.fromJson({ code, message: 'x' })).toThrow(/Update the SDK/)
  },
)
