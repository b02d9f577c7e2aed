import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

const LIMIT = 3
/** All connections of the pool. */
const SIGN_INS = 10

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres', settings: { PORTICO_SESSIONS_PER_USER: String(LIMIT) } })
  project = await portico.createProject()
})

afterAll(() => portico.close())

describe('session limit', () => {
  test('holds when all sign-in transactions are open concurrently', async () => {
    const { db } = portico.database
    const { id, email, password } = await project.signUp()
    await db.transaction((tx) =>
      tx.script(`
        create function hold_session() returns trigger language plpgsql as $$
        begin
          perform pg_sleep(0.05);
          return null;
        end $$;
        create trigger hold after insert on sessions for each row execute function hold_session();`),
    )

    const answers = await Promise.all(
      Array.from({ length: SIGN_INS }, () => project.client().post('/auth/password/sign-in', { email, password })),
    )

    const { rows } = await db.run(
      statement`select id from sessions where project_id = ${project.id} and user_id = ${id}`,
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(rows).toHaveLength(LIMIT)
  })
})
