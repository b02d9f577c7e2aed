import type { ProjectApp } from './projects.ts'

type SeenRequest = Pick<
  Awaited<ReturnType<ProjectApp['getRecentRequests']>>['requests'][number],
  'isOriginTrusted' | 'isVerified' | 'origin'
>

/**
 * The origin of a project's app, as its newest requests name it; null before the first one. Anyone can name an origin
 * in a request without a key, and invitations can only lead to trusted pages.
 */
export function findAppOrigin(newest: readonly SeenRequest[]): string | null {
  const ofApp = newest.find(
    ({ isOriginTrusted, isVerified, origin }) => isVerified && isOriginTrusted && origin !== null,
  )
  return ofApp?.origin ?? null
}
