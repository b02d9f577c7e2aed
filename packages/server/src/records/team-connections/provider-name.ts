import { nothing, type Statement } from '../../kernel/statement.ts'
import { nameOfProvider } from '../projects/enabled-providers.ts'
import type { Project } from '../projects/project.ts'
import { connectionIdOf } from './connection.ts'
import { findConnection } from './store.ts'

/**
 * Finds the name of a known provider, a project's issuer or a team's connection. Returns the id if it no longer exists.
 */
export function findProviderName(
  { config, id }: Pick<Project, 'config' | 'id'>,
  providerId: string,
): Statement<string> {
  const connectionId = connectionIdOf(providerId)
  return connectionId === null
    ? nothing.map(() => nameOfProvider(config, providerId))
    : findConnection(id, connectionId).map((connection) => connection?.displayName ?? providerId)
}
