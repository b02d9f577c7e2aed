// `npm start`: the service in development mode and, beside it, the demo app. Runs on Node 20 and newer.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, pinnedNode, root, sourceCondition } from './install.mjs'

await ensureInstalled()

const host = process.env.PORTICO_HOST ?? '127.0.0.1'
const port = Number(process.env.PORTICO_PORT ?? 4100)
const env = {
  // libuv's default of four threads makes password hashing slower on machines with fewer cores than that.
  UV_THREADPOOL_SIZE: String(availableParallelism()),
  // Threads that each take memory of their own leave 25 MB unused (glibc; nobody else reads it).
  MALLOC_ARENA_MAX: '2',
  // Types are stripped once per change of a file, not at each start: half the time to load, and 25 MB less.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/portico'),
  PORTICO_SEED: 'examples/react-vite/portico.seed.json',
  VITE_PORTICO_API_URL: process.env.PORTICO_BASE_URL ?? `http://${host}:${port}`,
  ...process.env,
}

// Left to itself V8 lets garbage lie while the machine has room; this keeps the service below 200 MB at the same speed.
const memoryFlags = ['--max-semi-space-size=4', '--heap-growing-percent=20']
const service = run([...memoryFlags, sourceCondition, 'packages/server/src/main.ts'])
// Quiet, because the service prints the addresses of both.
const quiet = ['--logLevel', 'warn', '--clearScreen', 'false']
const address = ['--host', host, '--port', String(port + 1), '--strictPort']
const demo = run(['node_modules/vite/bin/vite.js', 'examples/react-vite', ...address, ...quiet])
const children = [service, demo]

// Told twice to end, a process may skip the rest of its goodbye.
let areChildrenTold = false
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

for (const signal of stopSignals) {
  process.on(signal, () => {
    // Ctrl-C in a terminal reaches the children as well.
    if (signal === 'SIGINT' && process.stdin.isTTY) areChildrenTold = true
    stop(0)
  })
}
// npm passes a signal on to its shell only, which ends without telling us.
const parent = process.ppid
setInterval(() => process.ppid !== parent && stop(0), 500).unref()

for (const child of children) {
  // Neither is of use without the other, and whichever ends first has told the reason.
  child.once('exit', (code, signal) => stop(stopSignals.includes(signal) ? 0 : (code ?? 1)))
}

function run(args) {
  return spawn(pinnedNode, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
}

function stop(code) {
  process.exitCode ??= code
  if (areChildrenTold) return
  areChildrenTold = true
  for (const child of children) child.kill('SIGTERM')
}
