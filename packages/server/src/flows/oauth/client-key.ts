import { noteKeyUse, requireProjectKey, type KeyChecking } from '../../api/pipeline/project-key.ts'
import type { CachedProject } from '../../records/projects/project-cache.ts'
import type { Project } from '../../records/projects/project.ts'

/**
 * Authenticates the OAuth client by its publishable client key, and notes the use of the key: OAuth checks no other
 * credential of a client.
 */
export async function requireClientKey(
  dependencies: KeyChecking,
  known: CachedProject,
  offered: string,
): Promise<Project> {
  const { cached, keySetId } = await requireProjectKey(dependencies, known, 'publishableClientKey', offered)
  noteKeyUse(dependencies, cached.project.id, keySetId)
  return cached.project
}
