import pg from 'pg'

// oxlint-disable-next-line no-restricted-imports -- The benchmark measures a statement of the service alone.
import { writeMessages } from '../packages/server/src/records/webhooks/messages.ts'
import { median } from './comparison.ts'
import type { BenchProject } from './portico.ts'
import { query } from './postgres.ts'

const EXECUTIONS = 2_000

/** Adds due deliveries to an endpoint. Each has failed once. */
export async function generateDeliveries(
  url: string,
  { id: projectId }: BenchProject,
  endpointId: string,
  deliveries: number,
): Promise<void> {
  const message = await query<{ id: string }>(
    url,
    `insert into webhook_messages (project_id, id, type, endpoint_ids, source, created_at)
     values ($1, gen_random_uuid(), 'user.created', '{}', '{}', now()) returning id`,
    [projectId],
  )
  await query(
    url,
    `insert into webhook_deliveries (project_id, id, endpoint_id, message_id, event_type, state, attempts, failures, next_attempt_at, created_at)
     select $1, gen_random_uuid(), $2, $3, 'user.created', 'pending', 1, 1, now() - n * interval '1 millisecond', now()
     from generate_series(1, $4::int) n`,
    [projectId, endpointId, message[0]?.id, deliveries],
  )
  await query(url, 'vacuum (analyze) webhook_deliveries, webhook_messages')
}

/**
 * Measures what the subscriber of webhooks adds to a change in a project without endpoints: the time of its statement
 * without that of `select 1`, both prepared and on a separate connection.
 *
 * @returns microseconds
 */
export async function measureUnusedStatement(url: string, { id: projectId }: BenchProject): Promise<number> {
  const userId = '3f0c6a52-8c1e-4d4b-9a57-0b8f6c2d9e10'
  const content = { snapshotOf: 'user', snapshotId: userId } as const
  const [written] = writeMessages(projectId, new Date(), [{ type: 'user.updated', userId, content }]).queries
  if (!written) throw new Error('The subscriber of webhooks writes nothing.')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const run = async (name: string, text: string, values: readonly unknown[]): Promise<number> => {
      const startedAt = performance.now()
      await client.query({ name, text, values: [...values] })
      return 1_000 * (performance.now() - startedAt)
    }
    const times = { statement: [] as number[], nothing: [] as number[] }
    for (let execution = 0; execution < EXECUTIONS; execution += 1) {
      times.statement.push(await run('statement', written.text, written.values))
      times.nothing.push(await run('nothing', 'select 1', []))
    }
    return median(times.statement) - median(times.nothing)
  } finally {
    await client.end()
  }
}
