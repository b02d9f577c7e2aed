import { setTimeout as sleep } from 'node:timers/promises'

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
})

test('a project runs two searches at once, which leaves connections for other calls, and those that wait too long get 503', async () => {
  await using portico = await createTestPortico()
  const countRunning = (): Promise<number> =>
    portico.database.db.run(
      statement<{ count: number }>`
        select count(*) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`.map(
        ({ rows }) => rows[0]?.count ?? 0,
      ),
    )
  const [project, other] = [await portico.createProject(), await portico.createProject()]
  await project.server().post('/users', { display_name: 'Ada' })
  await portico.database.db.run(statement`
    do $$
    begin
      execute 'create or replace view user_profiles as select * from ('
        || rtrim(pg_get_viewdef('user_profiles'), ';') || ') slow where pg_sleep(10) is not null';
    end $$`)

  const searches = Promise.all(Array.from({ length: 20 }, () => project.server().get('/users?query=ada')))
  let hasSearched = false
  void searches.then(() => (hasSearched = true))
  const meanwhile = await other.server().get('/contact-channels')
  const hadSearched = hasSearched
  let mostRunning = 0
  while (!hasSearched) {
    mostRunning = Math.max(mostRunning, await countRunning())
    await sleep(20)
  }
  const answers = await searches

  expect(meanwhile.status).toBe(200)
  expect(hadSearched).toBe(false)
  expect(mostRunning).toBeLessThanOrEqual(2)
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(10)
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status !== 503).map(({ status }) => status)).toEqual(
    expect.arrayContaining([400, 400]),
  )
})
