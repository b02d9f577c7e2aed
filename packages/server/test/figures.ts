import type { TestPortico } from '@portico/testkit'

import { allRows, statement } from '../src/kernel/statement.ts'

interface Figure {
  readonly figure: string
  readonly key: string
  readonly amount: number
}

/**
 * Returns the stored figures of a project: the amounts with their open deltas. Omits active users, whom no deletion
 * subtracts.
 */
export function readStoredFigures(portico: TestPortico, projectId: string): Promise<Figure[]> {
  return portico.database.db.run(
    statement<Figure>`
      select figure, key, sum(amount)::integer as amount from (
        select figure, key, amount from figures where project_id = ${projectId}
        union all
        select figure, key, amount from figure_deltas where project_id = ${projectId}
      ) parts
      where figure <> 'active_users'
      group by figure, key having sum(amount) <> 0 order by figure, key`.map(allRows),
  )
}

/** Counts the same figures from the rows. */
export function recountFigures(portico: TestPortico, projectId: string): Promise<Figure[]> {
  return portico.database.db.run(
    statement<Figure>`
      with own as (select * from users where project_id = ${projectId})
      select figure, key, count(*)::integer as amount from (
        select 'users' as figure, '' as key from own
        union all
        select 'anonymous_users', '' from own where is_anonymous
        union all
        select 'sign_ups', to_char(signed_up_at at time zone 'UTC', 'YYYY-MM-DD') from own
        union all
        select 'methods', 'password' from own where password_hash is not null
        union all
        select 'methods', 'otp' from own where otp_auth_enabled
        union all
        select 'methods', provider_id from oauth_accounts where project_id = ${projectId}
        union all
        select 'methods', 'passkey' from user_passkeys where project_id = ${projectId}
        union all
        select 'countries', active_country from own where active_country is not null
        union all
        select 'teams', '' from teams where project_id = ${projectId}
      ) counted
      group by figure, key order by figure, key`.map(allRows),
  )
}
