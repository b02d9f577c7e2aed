import { on, onlySingle, type EventHandlers, type Subscriber } from '../../kernel/emit.ts'
import type { Event } from '../../kernel/event.ts'
import type { Statement } from '../../kernel/statement.ts'
import { notifyProjectChanged } from '../../records/projects/store.ts'

/**
 * Invalidates the cached project after a change. A database notification reaches every node shortly after the commit.
 * This node removes the project from its cache itself, so that a read after the answer to the change is never stale.
 *
 * @param forget removes a project from the cache of this process
 */
export function projectInvalidation(forget: (projectId: string) => void): Subscriber {
  const write = forChangesOfProjects(({ projectId }): Statement<void> => notifyProjectChanged(projectId))
  // guard: this node invalidates a project that changed (drop `committed`)
  return {
    // guard: the other nodes invalidate a project that changed
    write,
    writeEach: onlySingle(write),
    committed: forChangesOfProjects(({ projectId }) => forget(projectId)),
  }
}

/**
 * Calls the handler for events that change what the cache holds: settings, signing keys, API keys, and whether domains
 * are proved.
 */
function forChangesOfProjects<R>(handle: (event: Event) => R): EventHandlers<R> {
  return on({
    'project.created': handle,
    'project.seeded': handle,
    'project.updated': handle,
    'project.deleted': handle,
    'project.signing_key_rotated': handle,
    'project.secrets_resealed': handle,
    'internal_api_key.created': handle,
    'internal_api_key.updated': handle,
    // guard: a revoked API key is no longer accepted from the cache
    'internal_api_key.revoked': handle,
    'connection_domain.proved': handle,
    'connection_domain.released': handle,
    'connection_domain.lost': handle,
    'team_connection.deleted': handle,
  })
}
