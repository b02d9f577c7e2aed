import type { UseQueryResult } from '@tanstack/react-query'

import type { ProjectApp } from './projects.ts'
import { resource } from './resource.ts'

type ClaimsPreview = Awaited<ReturnType<ProjectApp['previewAccessTokenClaims']>>

const claims = resource('claims', {
  reads: {
    preview: ({ app }, userId: string, typed: string): Promise<ClaimsPreview> =>
      // Unchecked cast: `typed` is JSON of the claims.
      app.previewAccessTokenClaims(userId, JSON.parse(typed) as Record<string, string>),
  },
})

/**
 * What the custom claims of a token would contain for a user.
 *
 * @param typed the claims as JSON
 */
export function useClaimsPreview(userId: string, typed: string): UseQueryResult<ClaimsPreview> {
  return claims.useRead('preview', [userId, typed], { meanwhile: 'previous', staleTime: 0 })
}
