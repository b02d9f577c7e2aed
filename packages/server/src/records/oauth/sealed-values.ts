import type { SealedRecords } from '../../platform/crypto/sealed-records.ts'
import { tokenIdentity } from '../../flows/oauth/provider-tokens.ts'
import { listSealedTokens, replaceSealedTokens } from './store.ts'

export const sealedProviderTokens: SealedRecords = {
  name: 'tokens of sign-in providers',
  async list(sql, after, limit) {
    const rows = await listSealedTokens(sql, after, limit)
    return rows.map((row) => {
      const { projectId, accessToken, refreshToken } = row
      const identityOf = (column: 'access_token' | 'refresh_token'): string => tokenIdentity(projectId, row, column)
      return {
        cursor: [row.accountId, row.providerId, row.authority, projectId],
        values: [
          ...(accessToken === null ? [] : [{ identity: identityOf('access_token'), sealed: accessToken }]),
          ...(refreshToken === null ? [] : [{ identity: identityOf('refresh_token'), sealed: refreshToken }]),
        ],
        write: (tx, resealed, now) => {
          const next = resealed.values()
          const tokens = {
            accessToken: accessToken === null ? null : (next.next().value ?? accessToken),
            refreshToken: refreshToken === null ? null : (next.next().value ?? refreshToken),
          }
          return replaceSealedTokens(tx, row, tokens, now)
        },
      }
    })
  },
}
