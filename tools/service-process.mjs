// Arguments and environment of the service's process, for `npm start` and the benchmarks.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root, sourceCondition } from './install.mjs'

/** By default V8 grows its heap while the machine has free memory. These keep it small at the same speed. */
const memoryFlags = ['--max-semi-space-size=4', '--heap-growing-percent=20']

/** Arguments for the pinned Node, to run the service from its sources. */
export const serviceArguments = [...memoryFlags, sourceCondition, 'packages/server/src/main.ts']

/** The same for the package, as `deploy/` runs it. `tools/build-packages.ts` builds it. */
export const packageArguments = [...memoryFlags, 'packages/server/dist/main.js']

/** Variables that Node and libc read at process start. */
export const serviceEnvironment = {
  // libuv's default of four threads makes password hashing slower on machines with fewer cores than that.
  UV_THREADPOOL_SIZE: String(availableParallelism()),
  // glibc only: one arena per thread wastes 25 MB.
  MALLOC_ARENA_MAX: '2',
  // Strips types once per file change instead of at each start. This halves the load time and saves 25 MB.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/portico'),
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {string} the origin of the service that listens there
 */
export function serviceOrigin(host, port) {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
