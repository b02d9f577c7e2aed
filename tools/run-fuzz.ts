import { parseArgs } from 'node:util'

import { startPostgres } from './postgres.ts'
import { runPiece } from './fuzz/fuzz-piece.ts'

// npm run fuzz -- [--requests 10000] [--seed N] [--piece 10000] [--engine postgres|memory]: sends random requests to
// all endpoints, with all access types, and fails for each answer of 5xx. The requests of a seed are always the same;
// the ids in them come from earlier answers.

const ENDPOINTS_SHOWN = 20
const SHOWN_CHARACTERS = 2_000

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    piece: { type: 'string', default: '10000' },
    engine: { type: 'string', default: 'memory' },
  },
})
const [requests, piece] = [Number(values.requests), Number(values.piece)]
const firstSeed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
const server = values.engine === 'postgres' ? await startPostgres({ durable: false }) : null
if (server) process.env['PORTICO_TEST_DATABASE_URL'] = server.url
process.env['PORTICO_TEST_ENGINE'] = server ? 'postgres' : 'pglite'

let sent = 0
const failures = new Map<string, number>()
const succeeded = new Set<string>()
// The service must survive what a request causes later, too.
let rejections = 0
process.on('unhandledRejection', (error) => {
  rejections += 1
  console.log('An unhandled rejection:', error)
})
for (let seed = firstSeed; sent < requests; seed += 1) {
  const count = Math.min(piece, requests - sent)
  const result = await runPiece(seed, count)
  sent += count
  for (const name of result.endpoints) succeeded.add(name)
  const statuses = [...result.statuses]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([kind, number]) => `${kind} ${number}`)
  console.log(`seed ${seed}: ${count} requests, ${statuses.join(', ')}; ${sent} of ${requests}`)
  for (const { answer, endpoint, log, request, status } of result.failures) {
    const known = failures.get(`${status} ${endpoint}`) ?? 0
    failures.set(`${status} ${endpoint}`, known + 1)
    if (known > 0 || failures.size > ENDPOINTS_SHOWN) continue
    console.log(
      `✗ ${status} ${endpoint}\n  ${request.slice(0, SHOWN_CHARACTERS)}\n  ${answer}\n  ${log.slice(0, SHOWN_CHARACTERS)}`,
    )
  }
}
await server?.stop()
for (const [failure, count] of failures) console.log(`${failure}: ${count}`)
const failed = [...failures.values()].reduce((sum, count) => sum + count, rejections)
console.log(`${succeeded.size} endpoints answered with success.`)
console.log(`${sent - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
