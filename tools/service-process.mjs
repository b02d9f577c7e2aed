// How the service's process is started, by `npm start` and by the benchmarks.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root, sourceCondition } from './install.mjs'

/** Left to itself V8 lets garbage lie while the machine has room; this keeps the service below 200 MB at the same speed. */
const memoryFlags = ['--max-semi-space-size=4', '--heap-growing-percent=20']

/** Arguments for the pinned Node. */
export const serviceArguments = [...memoryFlags, sourceCondition, 'packages/server/src/main.ts']

/** What Node and libc read before the service does. */
export const serviceEnvironment = {
  // libuv's default of four threads makes password hashing slower on machines with fewer cores than that.
  UV_THREADPOOL_SIZE: String(availableParallelism()),
  // Threads that each take memory of their own leave 25 MB unused (glibc; nobody else reads it).
  MALLOC_ARENA_MAX: '2',
  // Types are stripped once per change of a file, not at each start: half the time to load, and 25 MB less.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/portico'),
}
