import type { PartnerName } from '@portico/contract'

import { noResult, statement, type Statement } from '../../kernel/statement.ts'

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
