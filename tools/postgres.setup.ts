import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

/** Vitest's global setup for tests on PostgreSQL. Starts a server and sets `PORTICO_TEST_DATABASE_URL`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Compiling the plans of statements that run once takes longer than running them.
  const postgres = await startPostgres({ durable: false, settings: { jit: 'off' } })
  project.config.env['PORTICO_TEST_DATABASE_URL'] = postgres.url
  return () => postgres.stop()
}
