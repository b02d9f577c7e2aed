import { oauthProviderNames } from '@portico/contract'
import { z } from 'zod'

import { accessDenied, digits, handleOf } from './look-alike.ts'
import type { BuiltInProvider } from './provider.ts'
import { addressOf, decoration, nameOf, numericAccountId, parseAnswer, pictureOf } from './read-answer.ts'

const account = z.object({ id: numericAccountId, login: decoration, name: decoration, avatar_url: decoration })
const emailList = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * Plain OAuth 2. The address on the profile is what people chose to show, so the one that counts is the primary entry of
 * the e-mail list. Tokens do not run out, and refusals of the token endpoint come with status 200.
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
      'The account is one call, its addresses are another.',
      'Refusals of the token endpoint come with status 200.',
      'Access tokens never run out, and there is no refresh token.',
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
      // People choose freely what their profile shows, so it is not the address of the account.
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
