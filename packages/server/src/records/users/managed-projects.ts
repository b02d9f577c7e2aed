import type { User } from './user.ts'

/**
 * The projects a user of the project "internal" owns, oldest first. Kept in their server metadata. An anonymous user is
 * nobody in particular, so they own nothing, whatever is written there.
 */
export function managedProjectIds(user: Pick<User, 'serverMetadata' | 'isAnonymous'>): string[] {
  if (user.isAnonymous) return []
  const metadata = user.serverMetadata
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return []
  const ids = metadata.managedProjectIds
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
