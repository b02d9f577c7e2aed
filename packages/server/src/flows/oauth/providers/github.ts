import { oauthProviderNames } from '@portico/contract'
import { z } from 'zod'

import { accessDenied, digits, handleOf } from './look-alike.ts'
import type { BuiltInProvider } from './provider.ts'
import { addressOf, optionalDetail, nameOf, numericAccountId, parseAnswer, pictureOf } from './read-answer.ts'

const account = z.object({
  id: numericAccountId,
  login: optionalDetail,
  name: optionalDetail,
  avatar_url: optionalDetail,
})
const emailList = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * OAuth 2.0 without OpenID Connect. Users choose the address on their profile freely, so the primary entry of the
 * e-mail list is used. Tokens do not expire, and the token endpoint returns errors with status 200.
 *
 * @see https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 */
export const github: BuiltInProvider = {
  id: 'github',
  name: oauthProviderNames.github,
  endpoints: () => ({
    authorization: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    userinfo: 'https://api.github.com/user',
    jwks: null,
    issuer: null,
    others: { emails: 'https://api.github.com/user/emails' },
  }),
  scopes: ['user:email'],
  clientAuthentication: 'basic',
  usesPkce: true,
  invalidGrantErrors: ['bad_verification_code', 'bad_refresh_token'],
  authorizationParameters: () => ({}),
  accessTokenLifetimeSeconds: ONE_YEAR_SECONDS,
  readIdentity: async ({ endpoints, get }) => {
    const [profile, list] = await Promise.all([get(endpoints.userinfo ?? ''), get(endpoints.others.emails ?? '')])
    const { id, login, name, avatar_url: picture } = parseAnswer('GitHub', account, profile)
    const primary = parseAnswer('GitHub', emailList, list).find((entry) => entry.primary)
    return {
      accountId: id,
      email: addressOf(primary?.email),
      isEmailVerified: primary?.verified ?? false,
      displayName: nameOf(name) ?? nameOf(login),
      profileImageUrl: pictureOf(picture),
    }
  },
  lookAlike: {
    host: 'github.com',
    tile: { ground: '#24292f', text: '#ffffff' },
    oddities: [
      'Returns the addresses of an account from a separate endpoint.',
      'The token endpoint returns errors with status 200.',
      'Access tokens do not expire, and there is no refresh token.',
    ],
    addresses: 'vouched',
    mayLackAddress: false,
    subOf: digits(8),
    subPattern: /^[1-9][0-9]{0,14}$/,
    refusal: { ...accessDenied, error_description: 'The user has denied your application access.' },
    accessTokenSeconds: null,
    refresh: 'never',
    tokenType: 'bearer',
    refusalStatus: 200,
    scopeField: ['scope', ','],
    userinfo: ({ sub, name }) => ({
      login: handleOf(name),
      id: Number(sub),
      type: 'User',
      name,
      // The address on the profile is optional and not the address of the account.
      email: null,
      avatar_url: null,
    }),
    emails: ({ email, isEmailVerified }) =>
      email === null
        ? []
        : [
            {
              email: `${email.split('@', 1)[0]}@users.noreply.example`,
              primary: false,
              verified: true,
              visibility: null,
            },
            { email, primary: true, verified: isEmailVerified, visibility: 'private' },
          ],
  },
}
