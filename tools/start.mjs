// `npm start`: the service in development mode and, beside it, the demo app. Runs on Node 20 and newer.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { ensureInstalled, pinnedNode, root, sourceCondition } from './install.mjs'

await ensureInstalled()

const host = process.env.PORTICO_HOST ?? '127.0.0.1'
const port = Number(process.env.PORTICO_PORT ?? 4100)
const env = {
  // libuv's default of four threads makes password hashing slower on machines with fewer cores than that.
  UV_THREADPOOL_SIZE: String(availableParallelism()),
  PORTICO_SEED: 'examples/react-vite/portico.seed.json',
  VITE_PORTICO_API_URL: process.env.PORTICO_BASE_URL ?? `http://${host}:${port}`,
  ...process.env,
}

const service = run([sourceCondition, 'packages/server/src/main.ts'])
// Quiet, because the service prints the addresses of both.
const quiet = ['--logLevel', 'warn', '--clearScreen', 'false']
const address = ['--host', host, '--port', String(port + 1), '--strictPort']
const demo = run(['node_modules/vite/bin/vite.js', 'examples/react-vite', ...address, ...quiet])
const children = [service, demo]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))
for (const child of children) {
  // Neither is of use without the other, and whichever ends first has told the reason.
  child.once('exit', (code) => stop(code ?? 1))
}

function run(args) {
  // A process group of its own: Ctrl-C in a terminal reaches every process of the foreground group, and the service
  // would see it twice, once from the terminal and once from us.
  const detached = process.platform !== 'win32'
  return spawn(pinnedNode, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], detached })
}

function stop(code) {
  process.exitCode ??= code
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  }
}
