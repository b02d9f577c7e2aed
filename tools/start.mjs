// `npm start`: runs the service and, in development mode, the demo app. `run.mjs` imports it. Runs on Node 20 and
// newer.
import { spawn } from 'node:child_process'
import { BlockList, createServer, isIP } from 'node:net'
import { buildDashboard } from './build-dashboard.mjs'
import { buildStartImage } from './build-start-image.mjs'
import { pinnedNode, root } from './install.mjs'
import { serviceArguments, serviceEnvironment, serviceOrigin } from './service-process.mjs'

const host = readSetting('PORTICO_HOST') ?? '127.0.0.1'
const port = Number(readSetting('PORTICO_PORT') ?? 4100)
const demoPort = port + 1
const isDevelopment = (readSetting('PORTICO_MODE') ?? 'development') === 'development'
// The demo's development server serves source files, so it must listen only on loopback. With other settings the
// service runs alone: it is in production mode, or it reports the invalid setting and exits.
const hasDemo = isDevelopment && isLoopback(host) && Number.isInteger(port) && port > 0 && port <= 65_535
const problem = hasDemo ? await findDemoPortProblem() : null
if (problem) {
  console.error(`\n${problem}\n`)
  process.exit(1)
}

// Without its dashboard the service still serves every app, and without the start image it creates its database itself,
// so a failed build does not stop it.
const isEmbedded = readSetting('DATABASE_URL') === undefined
const [dashboardCode] = await Promise.all([buildDashboard(), isEmbedded && buildStartImage()])
if (dashboardCode !== 0) console.error('The service starts without its dashboard: the build has failed.\n')

const env = {
  ...serviceEnvironment,
  // The seed with the demo's project, whose key is public.
  ...(hasDemo && {
    PORTICO_SEED: 'examples/react-vite/portico.seed.json',
    VITE_PORTICO_API_URL: readSetting('PORTICO_BASE_URL') ?? serviceOrigin(host, port),
    // Browsers refuse passkeys on an IP address.
    PORTICO_DEMO_URL: serviceOrigin(['127.0.0.1', '::1'].includes(host) ? 'localhost' : host, demoPort),
  }),
  ...process.env,
}

const service = run(serviceArguments)
const children = hasDemo ? [service, runDemo()] : [service]

let areChildrenSignalled = false
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

for (const signal of stopSignals) {
  process.on(signal, () => {
    process.exitCode ??= 0
    areChildrenSignalled = true
    // A terminal sends the SIGINT of Ctrl-C to the children too. A supervisor may send SIGTERM to them as well; the
    // service treats signals that arrive together as one, and a later one as a request to exit at once.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) signalChildren()
  })
}
// npm forwards a signal only to its shell, which exits without forwarding it. Detect this by a change of the parent.
const parent = process.ppid
setInterval(() => process.ppid !== parent && stop(0), 500).unref()

for (const child of children) {
  // Stop both when one exits. The one that exits first has printed the reason.
  child.once('exit', (code, signal) => stop(stopSignals.includes(signal) ? 0 : (code ?? 1)))
}

/** Reads an environment variable. An empty one means the default, as in the service. */
function readSetting(name) {
  return process.env[name]?.trim() || undefined
}

function isLoopback(address) {
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8)
  loopback.addAddress('::1', 'ipv6')
  return address === 'localhost' || (isIP(address) !== 0 && loopback.check(address, `ipv${isIP(address)}`))
}

/** Checks the demo's port before the start. Otherwise Vite would exit with a stack trace and stop the service. */
async function findDemoPortProblem() {
  const remedy = 'Set PORTICO_PORT: the service uses that port, the demo app the next one.'
  if (demoPort > 65_535) return `The demo app uses the port after ${port}, which does not exist.\n${remedy}`
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
    ? `The demo app cannot use port ${demoPort} on ${host}: another program listens there.\nStop that program or choose other ports. ${remedy}`
    : `The demo app cannot listen on ${host}, port ${demoPort} (${error.code}).\nChoose other ports. ${remedy}`
}

function runDemo() {
  // The service prints the URLs of both.
  const quiet = ['--logLevel', 'warn', '--clearScreen', 'false']
  const address = ['--host', host, '--port', String(demoPort), '--strictPort']
  return run(['node_modules/vite/bin/vite.js', 'examples/react-vite', ...address, ...quiet])
}

function run(args) {
  return spawn(pinnedNode, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
}

function stop(code) {
  process.exitCode ??= code
  if (areChildrenSignalled) return
  areChildrenSignalled = true
  signalChildren()
}

function signalChildren() {
  for (const child of children) child.kill('SIGTERM')
}
