import { z } from 'zod'

import { botChallenge } from './bot-checks.ts'
import { anyAccess, endpoint } from './endpoint.ts'
import { verificationCodeErrors } from '../catalogues/errors.ts'
import { email, existingPassword, newPassword, strictEmail, success, url, verificationCode } from './primitives.ts'
import { signedIn } from './tokens.ts'

export const signInWithPassword = endpoint({
  method: 'POST',
  path: '/auth/password/sign-in',
  tag: 'Password',
  summary: 'Signs a user in with e-mail and password.',
  staffRight: null,
  access: anyAccess({
    // guard: an unknown property is refused (replace `strictObject` with `object`) [contract]
    body: z.strictObject({ email, password: existingPassword, ...botChallenge }),
    response: signedIn,
  }),
  botCheck: 'sign_in',
  isRateLimited: true,
  errors: [
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'EMAIL_PASSWORD_MISMATCH',
    'SIGN_UP_REJECTED',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
    'RESTRICTED_USER_NOT_ALLOWED',
  ],
})

export const signUpWithPassword = endpoint({
  method: 'POST',
  path: '/auth/password/sign-up',
  tag: 'Password',
  summary: 'Creates a user with e-mail and password, signs them in and mails them a link that verifies the address.',
  user: 'optional',
  staffRight: null,
  access: anyAccess({
    body: z.strictObject({
      email: strictEmail,
      password: newPassword,
      verification_callback_url: url.optional().describe('The page that the link in the verification mail opens.'),
      team_invitation_code: verificationCode
        .optional()
        .describe(
          'The code of an invitation to a team. If the invitation is to this address, the first sign-up with the code verifies the address at once, and no mail is sent. With any other address, the code has no effect. The sign-up does not accept the invitation.',
        ),
      ...botChallenge,
    }),
    response: signedIn,
  }),
  botCheck: 'sign_up',
  isRateLimited: true,
  errors: [
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_REQUIREMENTS_NOT_MET',
    'SIGN_UP_NOT_ENABLED',
    'SIGN_UP_REJECTED',
    'USER_EMAIL_ALREADY_EXISTS',
    'RESTRICTED_USER_NOT_ALLOWED',
    ...verificationCodeErrors,
    'TEAM_NOT_FOUND',
  ],
})

export const sendPasswordResetCode = endpoint({
  method: 'POST',
  path: '/auth/password/send-reset-code',
  tag: 'Password',
  summary: 'Mails a password reset link. The response is the same whether or not an account has the address.',
  staffRight: 'send_mails',
  access: anyAccess({
    body: z.strictObject({ email, callback_url: url, ...botChallenge }),
    response: z.object({ success: z.string() }),
  }),
  botCheck: 'reset_password',
  isRateLimited: true,
  errors: ['PASSWORD_AUTHENTICATION_NOT_ENABLED', 'REDIRECT_URL_NOT_WHITELISTED'],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/password/reset',
  tag: 'Password',
  summary:
    'Sets a new password with the code from a reset mail and ends all sessions of the user. It does not sign in.',
  staffRight: null,
  access: anyAccess({ body: z.strictObject({ code: verificationCode, password: newPassword }), response: success }),
  isRateLimited: true,
  errors: [
    ...verificationCodeErrors,
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_REQUIREMENTS_NOT_MET',
    'SIGN_UP_REJECTED',
  ],
})

export const checkPasswordResetCode = endpoint({
  method: 'POST',
  path: '/auth/password/reset/check-code',
  tag: 'Password',
  summary: 'Checks the code of a reset mail without using it up.',
  staffRight: null,
  access: anyAccess({
    // Some clients send a password here. Official clients send only the code.
    body: z.strictObject({ code: verificationCode, password: z.string().optional() }),
    response: z.object({
      is_code_valid: z.literal(true),
      email: z
        .string()
        .describe('The address that the mail was sent to, with which password managers store the new password.'),
    }),
  }),
  isRateLimited: true,
  errors: verificationCodeErrors,
})

export const updatePassword = endpoint({
  method: 'POST',
  path: '/auth/password/update',
  tag: 'Password',
  summary:
    'Changes the password of the signed-in user and ends all their sessions except the one whose refresh token is in the X-Stack-Refresh-Token header.',
  user: 'required',
  changesCredentials: true,
  provesCredential: true,
  staffRight: 'change_users',
  access: anyAccess({
    body: z.strictObject({ old_password: existingPassword, new_password: newPassword }),
    response: success,
  }),
  isRateLimited: true,
  errors: [
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_REQUIREMENTS_NOT_MET',
    'USER_DOES_NOT_HAVE_PASSWORD',
    'PASSWORD_CONFIRMATION_MISMATCH',
  ],
})

export const setPassword = endpoint({
  method: 'POST',
  path: '/auth/password/set',
  tag: 'Password',
  summary: 'Sets the password of a signed-in user who has none.',
  user: 'required',
  changesCredentials: true,
  staffRight: 'change_users',
  access: anyAccess({ body: z.strictObject({ password: newPassword }), response: success }),
  isRateLimited: true,
  errors: ['PASSWORD_AUTHENTICATION_NOT_ENABLED', 'PASSWORD_TOO_SHORT', 'PASSWORD_REQUIREMENTS_NOT_MET'],
})
