import { createTestPortico } from '@portico/testkit'
import { expect, test } from 'vitest'
import { statement } from '../kernel/statement.ts'

const resealed = [
  'cells.url_sealed',
  'oauth_accounts.access_token_sealed',
  'oauth_accounts.refresh_token_sealed',
  'signing_keys.private_sealed',
  'team_connections.secret_sealed',
  'users.recovery_key_sealed',
  'users.totp_secret_sealed',
  'webhook_endpoints.headers_sealed',
  'webhook_endpoints.old_secret_sealed',
  'webhook_endpoints.secret_sealed',
]
/** These expire before the operator may remove the old secret. */
const shortLived = [
  'import_pieces.content_sealed',
  'import_runs.options_sealed',
  'oauth_codes.pending_sealed',
  'oauth_transactions.sealed',
]

test('every column with sealed values is resealed or short-lived', async () => {
  await using portico = await createTestPortico()

  const { rows } = await portico.database.db.run(statement<{ name: string }>`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
    where c.table_schema = 'public' and c.column_name like '%sealed%' and t.table_type = 'BASE TABLE'
    order by name`)

  expect(rows.map(({ name }) => name)).toEqual([...resealed, ...shortLived].toSorted())
})
