import { nothing, type Statement } from '../../kernel/statement.ts'
import { nameOfProvider } from '../projects/enabled-providers.ts'
import type { Project } from '../projects/project.ts'
import { connectionIdOf } from './connection.ts'
import { findConnection } from './store.ts'

/** Finds the name of a provider: a known one, an issuer of the project or the connection of a team. The id if it no longer exists. */
export function findProviderName(
  { config, id }: Pick<Project, 'config' | 'id'>,
  providerId: string,
): Statement<string> {
  const connectionId = connectionIdOf(providerId)
  return connectionId === null
    ? nothing.map(() => nameOfProvider(config, providerId))
    : findConnection(id, connectionId).map((connection) => connection?.displayName ?? providerId)
}
