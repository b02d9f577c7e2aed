import type { ProjectApp } from './projects.ts'

type SeenRequest = Pick<
  Awaited<ReturnType<ProjectApp['getRecentRequests']>>['requests'][number],
  'isOriginTrusted' | 'isVerified' | 'origin'
>

/**
 * The origin of a project's app, from its newest requests; null before the first one. Ignores requests without a key,
 * in which anyone can name an origin, and untrusted origins, to which invitations cannot lead.
 */
export function findAppOrigin(newest: readonly SeenRequest[]): string | null {
  const ofApp = newest.find(
    ({ isOriginTrusted, isVerified, origin }) => isVerified && isOriginTrusted && origin !== null,
  )
  return ofApp?.origin ?? null
}
