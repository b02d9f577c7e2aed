import { oauthProviderNames } from '@portico/contract'
import { z } from 'zod'

import type { OAuthProvider } from './provider.ts'
import { accountId, addressOf, decoration, nameOf, optionalText, parseAnswer, pictureOf } from './read-answer.ts'

const account = z.object({
  id: accountId,
  display_name: decoration,
  email: optionalText,
  images: z
    .array(z.object({ url: decoration }))
    .nullish()
    .catch(null),
})

/**
 * Spotify says itself that the address was never checked.
 *
 * @see https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile
 */
export const spotify: OAuthProvider = {
  id: 'spotify',
  name: oauthProviderNames.spotify,
  endpoints: () => ({
    authorization: 'https://accounts.spotify.com/authorize',
    token: 'https://accounts.spotify.com/api/token',
    userinfo: 'https://api.spotify.com/v1/me',
    jwks: null,
    issuer: null,
    others: {},
  }),
  scopes: ['user-read-email', 'user-read-private'],
  clientAuthentication: 'basic',
  usesPkce: true,
  authorizationParameters: () => ({}),
  readIdentity: async ({ endpoints, get }) => {
    const answer = parseAnswer('Spotify', account, await get(endpoints.userinfo ?? ''))
    return {
      accountId: answer.id,
      email: addressOf(answer.email),
      isEmailVerified: false,
      displayName: nameOf(answer.display_name),
      profileImageUrl: pictureOf(answer.images?.[0]?.url),
    }
  },
}
