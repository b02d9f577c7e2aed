import type { Database } from '../../kernel/database.ts'
import type { ProjectCache } from '../../records/projects/project-cache.ts'
import { unknownAuthority } from './authority.ts'
import type { ProviderDirectory } from './provider-directory.ts'
import { isProviderId } from '../../records/projects/shared-provider.ts'
import { listAccountsWithoutAuthority, recordAuthority } from '../../records/credentials/provider-account.ts'

const ROWS_AT_ONCE = 1_000

export interface AuthorityDependencies {
  readonly db: Database
  readonly projects: ProjectCache
  readonly providers: ProviderDirectory
}

/**
 * Records the authority of accounts that an earlier version stored without one, from the current configuration. Runs at each
 * startup in batches. After the first startup it finds no rows.
 */
export async function recordMissingAuthorities({ db, projects, providers }: AuthorityDependencies): Promise<void> {
  for (const { projectId, providerId } of await db.run(listAccountsWithoutAuthority())) {
    const cached = await projects.get(projectId)
    const authority = cached && isProviderId(providerId) ? providers.authorityOf(cached.project, providerId) : null
    const recorded = authority ?? unknownAuthority(providerId)
    let count: number
    do {
      count = await db.run(recordAuthority({ projectId, providerId, authority: recorded, limit: ROWS_AT_ONCE }))
    } while (count === ROWS_AT_ONCE)
  }
}
