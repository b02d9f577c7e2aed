import { isAnyTouched, lookup, type Statement } from '../../../kernel/statement.ts'
import type { AccountKey } from '../../credentials/provider-account.ts'

/** Whether an account joined its user by a domain that the connection of a team no longer has. */
export function isVouchedDomainLost(
  projectId: string,
  connectionId: string,
  { providerId, providerIdentity, accountId }: AccountKey,
): Statement<boolean> {
  return lookup`
    select 1 from (
      select vouched_domain from oauth_accounts
      where project_id = ${projectId} and provider_id = ${providerId} and authority = ${providerIdentity}
        and account_id = ${accountId} and vouched_domain is not null
    ) a
    where not exists (
      select 1 from connection_domains
      where project_id = ${projectId} and connection_id = ${connectionId} and domain = a.vouched_domain
        and proved_at is not null
    )`.map(isAnyTouched)
}
