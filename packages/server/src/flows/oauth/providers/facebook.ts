import { oauthProviderNames } from '@portico/contract'
import { z } from 'zod'

import { accessDenied, digits } from './look-alike.ts'
import { ProviderAnswerUnusable, type BuiltInProvider } from './provider.ts'
import {
  addressOf,
  optionalDetail,
  nameOf,
  numericAccountId,
  optionalText,
  parseAnswer,
  pictureOf,
} from './read-answer.ts'

const graphUser = z.object({
  id: numericAccountId,
  name: optionalDetail,
  email: optionalText,
  picture: z
    .object({ data: z.object({ url: optionalDetail }) })
    .nullish()
    .catch(null),
})

/**
 * Accounts with only a telephone number, or without the e-mail permission, have no address. The contract requires one,
 * so they are refused. Facebook does not state whether an address is verified.
 *
 * @see https://developers.facebook.com/docs/facebook-login/guides/advanced/oidc-token
 */
export const facebook: BuiltInProvider = {
  id: 'facebook',
  name: oauthProviderNames.facebook,
  endpoints: () => ({
    authorization: 'https://www.facebook.com/v23.0/dialog/oauth',
    token: 'https://graph.facebook.com/v23.0/oauth/access_token',
    userinfo: 'https://graph.facebook.com/v23.0/me?fields=id,name,email,picture.type(large)',
    jwks: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
    issuer: 'https://www.facebook.com',
    others: {},
  }),
  scopes: ['openid', 'public_profile', 'email'],
  clientAuthentication: 'basic',
  usesPkce: true,
  // Facebook Login for Business takes permissions from a configuration of the app.
  authorizationParameters: ({ facebookConfigId }) => (facebookConfigId ? { config_id: facebookConfigId } : {}),
  readIdentity: async ({ tokens, endpoints, get }) => {
    const user = parseAnswer('Facebook', graphUser, await get(endpoints.userinfo ?? ''))
    if (tokens.claims?.sub !== user.id)
      throw new ProviderAnswerUnusable('Facebook returned the data of another account.')
    const email = addressOf(user.email)
    if (email === null) {
      throw new ProviderAnswerUnusable(({ errors }) => errors.provider.noAddress('Facebook'))
    }
    return {
      accountId: user.id,
      email,
      isEmailVerified: false,
      displayName: nameOf(user.name),
      profileImageUrl: pictureOf(user.picture?.data.url),
    }
  },
  lookAlike: {
    host: 'www.facebook.com',
    tile: { ground: '#0866ff', text: '#ffffff' },
    oddities: [
      'Accounts with only a telephone number have no address and are refused.',
      'Issues no refresh token; the access token expires after 60 days.',
    ],
    addresses: 'silent',
    mayLackAddress: true,
    subOf: digits(17),
    subPattern: /^[1-9][0-9]{0,19}$/,
    refusal: {
      ...accessDenied,
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    },
    accessTokenSeconds: 5_183_944,
    refresh: 'never',
    scopeField: ['scope', ' '],
    userinfo: ({ sub, name, email }) => ({
      id: sub,
      name,
      ...(email !== null && { email }),
      picture: { data: { height: 50, width: 50, is_silhouette: true, url: '' } },
    }),
    claims: ({ name, email }) => ({ name, ...(email !== null && { email }) }),
  },
}
