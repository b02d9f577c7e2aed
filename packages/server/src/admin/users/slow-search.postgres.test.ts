import { createTestPortico } from '@portico/testkit'
import { expect, test } from 'vitest'

import { statement } from '../../kernel/statement.ts'

// The embedded engine has no time limit for statements.

test('a search that exceeds the time limit of the database is refused with advice', async () => {
  await using portico = await createTestPortico()
  const project = await portico.createProject()
  await project.server().post('/users', { display_name: 'Ada' })
  await portico.database.db.run(statement`
    do $$
    begin
      execute 'create or replace view user_profiles as select * from ('
        || rtrim(pg_get_viewdef('user_profiles'), ';') || ') slow where pg_sleep(10) is not null';
    end $$`)

  const answers = await Promise.all(['a', 'ada'].map((query) => project.server().get(`/users?query=${query}`)))

  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('Search for a longer part') })
  }
}, 30_000)
