import { firstOrNull, statement, type Statement } from '../../../kernel/statement.ts'
import type { Provisioner } from '../../partner-projects/store.ts'

/** A project that its partner can still transfer. */
export interface TransferableProject {
  readonly displayName: string
}

/**
 * Finds a project that this client has provisioned and that no user has taken over; null also if the project was
 * deleted.
 */
export function findTransferableProject(
  projectId: string,
  { clientId, partner }: Provisioner,
): Statement<TransferableProject | null> {
  return statement<{ displayName: string }>`
    select found.display_name as "displayName"
    from (
      select project_id from partner_projects
      where project_id = ${projectId} and partner = ${partner} and client_id = ${clientId} and transferred_at is null
    ) provisioned, lateral (
      select display_name from projects where id = provisioned.project_id and deleted_at is null offset 0
    ) found`.map(firstOrNull(({ displayName }) => ({ displayName })))
}
