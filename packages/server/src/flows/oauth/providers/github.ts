import { oauthProviderNames } from '@portico/contract'
import { z } from 'zod'

import type { OAuthProvider } from './provider.ts'
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
export const github: OAuthProvider = {
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
}
