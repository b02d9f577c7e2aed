// `npm start`: the service and, in development mode, the demo app beside it. Runs on Node 20 and newer.
import { spawn } from 'node:child_process'
import { BlockList, createServer, isIP } from 'node:net'
import { ensureInstalled, pinnedNode, root } from './install.mjs'
import { serviceArguments, serviceEnvironment } from './service-process.mjs'

await ensureInstalled()

const host = setting('PORTICO_HOST') ?? '127.0.0.1'
const port = Number(setting('PORTICO_PORT') ?? 4100)
const demoPort = port + 1
const isDevelopment = (setting('PORTICO_MODE') ?? 'development') === 'development'
// The demo's development server gives its source to whoever asks, so it is for this machine only. With any other setting
// the service is alone: in production mode, or to say what is wrong with it.
const hasDemo = isDevelopment && isLoopback(host) && Number.isInteger(port) && port > 0 && port <= 65_535
const problem = hasDemo ? await problemWithDemoPort() : null
if (problem) {
  console.error(`\n${problem}\n`)
  process.exit(1)
}

const env = {
  ...serviceEnvironment,
  // The demo's project, whose key everybody knows.
  ...(hasDemo && {
    PORTICO_SEED: 'examples/react-vite/portico.seed.json',
    VITE_PORTICO_API_URL: setting('PORTICO_BASE_URL') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
  }),
  ...process.env,
}

const service = run(serviceArguments)
const children = hasDemo ? [service, runDemo()] : [service]

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
  // In development neither is of use without the other, and whichever ends first has told the reason.
  child.once('exit', (code, signal) => stop(stopSignals.includes(signal) ? 0 : (code ?? 1)))
}

/** What a variable says, if anything: an empty one means its default, as for the service. */
function setting(name) {
  return process.env[name]?.trim() || undefined
}

function isLoopback(address) {
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8)
  loopback.addAddress('::1', 'ipv6')
  return address === 'localhost' || (isIP(address) !== 0 && loopback.check(address, `ipv${isIP(address)}`))
}

/** Found out first: Vite would end with a stack trace and take the service with it. */
async function problemWithDemoPort() {
  const move = 'PORTICO_PORT moves both: the service takes that port, the demo app the one after it.'
  if (demoPort > 65_535) return `There is no port after ${port} for the demo app.\n${move}`
  const probe = createServer()
  const error = await new Promise((resolve) => {
    probe.once('error', resolve)
    probe.listen(demoPort, host, () => resolve(null))
  })
  if (error === null) {
    await new Promise((resolve) => probe.close(resolve))
    return null
  }
  return error.code === 'EADDRINUSE'
    ? `Port ${demoPort} on ${host}, where the demo app goes, is in use by another program.\nStop that program, or choose other ports. ${move}`
    : `The demo app cannot listen on ${host}, port ${demoPort} (${error.code}).\nChoose other ports. ${move}`
}

function runDemo() {
  // Quiet, because the service prints the addresses of both.
  const quiet = ['--logLevel', 'warn', '--clearScreen', 'false']
  const address = ['--host', host, '--port', String(demoPort), '--strictPort']
  return run(['node_modules/vite/bin/vite.js', 'examples/react-vite', ...address, ...quiet])
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
