import type { PartnerName } from '@portico/contract'

import { isAnyTouched, noResult, statement, type Statement } from '../../kernel/statement.ts'

/** The client of a partner that has provisioned a project. */
export interface Provisioner {
  readonly partner: PartnerName
  readonly clientId: string
}

export function insertPartnerProject(
  projectId: string,
  { clientId, partner }: Provisioner,
  provisionedAt: Date,
): Statement<void> {
  return statement`
    insert into partner_projects (project_id, partner, client_id, provisioned_at)
    values (${projectId}, ${partner}, ${clientId}, ${provisionedAt})`.map(noResult)
}

/** Ends the right to transfer a project. Of two concurrent calls exactly one gets true. */
export function endTransferRight(
  projectId: string,
  { clientId, partner }: Provisioner,
  transferredAt: Date,
): Statement<boolean> {
  return statement`
    update partner_projects set transferred_at = ${transferredAt}
    where project_id = ${projectId} and partner = ${partner} and client_id = ${clientId} and transferred_at is null`.map(
    isAnyTouched,
  )
}
