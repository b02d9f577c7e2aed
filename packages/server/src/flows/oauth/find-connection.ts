import type { Call } from '../../kernel/call.ts'
import { providerIdOf } from '../../records/team-connections/connection.ts'
import { findConnectionOfDomain } from '../../records/team-connections/store.ts'

/**
 * Returns the provider to which the domain of an address leads; null without one. The answer does not depend on
 * accounts.
 */
export async function findProviderOfAddress(
  { db, projectId }: Call,
  email: string,
): Promise<{ readonly id: string; readonly name: string } | null> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const connection = await db.run(findConnectionOfDomain(projectId, domain))
  return connection && { id: providerIdOf(connection.id), name: connection.displayName }
}
