import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

/**
 * Vitest's global setup for tests on PostgreSQL. Starts a server and sets the variables with which the testkit
 * connects.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({
    durable: false,
    // Moves of cells replicate. Each table has a process of PostgreSQL for a moment.
    settings: {
      wal_level: 'logical',
      max_logical_replication_workers: '8',
      // Parallel queries of other tests take workers too, and a move that a test kills leaves slots until it is
      // repeated.
      max_worker_processes: '32',
      // Test files that run at the same time open their own databases and nodes.
      max_connections: '400',
      max_replication_slots: '32',
      max_wal_senders: '32',
      max_sync_workers_per_subscription: '6',
      wal_retrieve_retry_interval: '100ms',
    },
  })
  project.config.env['PORTICO_TEST_DATABASE_URL'] = postgres.url
  if (postgres.socketFolder !== null) project.config.env['PORTICO_TEST_DATABASE_SOCKETS'] = postgres.socketFolder
  return () => postgres.stop()
}
