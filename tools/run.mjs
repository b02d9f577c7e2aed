// `npm start`, `npm test` and the other commands of package.json: installs the packages that a command needs, builds
// what has changed, and runs the command on the pinned Node. Runs on Node 20 and newer.
import { buildDashboard } from './build-dashboard.mjs'
import { buildStartImage } from './build-start-image.mjs'
import { buildWireTypes } from './build-wire-types.mjs'
import { ensureInstalled, runPinned } from './install.mjs'
import { GROUP_VARIABLE, groups } from './stryker/groups.mjs'

/**
 * What each command does. A step gets the arguments of the command and returns an exit code; the steps end at the first
 * that fails. `folders` have their own packages.
 */
const commands = {
  bench: {
    folders: ['bench'],
    // `npm run check` does not install these packages, so this command checks the types.
    steps: [buildWireTypes, checkTypesOfBench, buildStartImage, program('bench/run.ts')],
  },
  build: { steps: [buildWireTypes, program('tools/build-packages.ts')] },
  'cells-check': { steps: [buildWireTypes, program('tools/run-cells-check.ts')] },
  chaos: { steps: [buildWireTypes, buildStartImage, chaos] },
  check: {
    folders: ['interop', 'examples/backends', 'tools/deploy'],
    steps: [buildWireTypes, program('tools/run-checks.ts')],
  },
  'deploy-check': {
    folders: ['tools/deploy'],
    steps: [buildWireTypes, buildDashboard, buildStartImage, program('tools/run-deploy-check.ts')],
  },
  fuzz: { steps: [buildWireTypes, buildStartImage, program('tools/run-fuzz.ts')] },
  interop: {
    folders: ['interop/nextjs', 'interop/tanstack-start'],
    steps: [buildWireTypes, buildStartImage, program('tools/run-interop.ts')],
  },
  mutate: { steps: [buildWireTypes, buildStartImage, mutate] },
  operator: { steps: [operate] },
  release: { steps: [program('tools/run-release.ts')] },
  screenshot: { steps: [program('tools/run-screenshot.ts')] },
  start: { steps: [start] },
  test: {
    folders: ['interop', 'interop/email-builder', 'examples/backends', 'examples/nextjs', 'tools/deploy'],
    steps: [buildWireTypes, buildStartImage, program('tools/run-tests.ts')],
  },
  'upgrade-check': { steps: [buildWireTypes, program('tools/run-upgrade-check.ts')] },
  'upgrade-pack': { steps: [buildWireTypes, program('tools/run-upgrade-pack.ts')] },
}

const [name, ...args] = process.argv.slice(2)
if (!Object.hasOwn(commands, name ?? '')) {
  console.error(`Usage: node tools/run.mjs ${Object.keys(commands).join('|')}`)
  process.exit(1)
}
const { folders = [], steps } = commands[name]
for (const folder of ['.', ...folders]) await ensureInstalled(folder)
for (const step of steps) {
  const code = await step(args)
  if (!code) continue
  process.exitCode = code
  break
}

/** @param {string} script */
function program(script) {
  return (args) => runPinned(script, args)
}

function checkTypesOfBench() {
  return runPinned('node_modules/typescript/bin/tsc', ['-p', 'bench/tsconfig.json'])
}

function chaos(args) {
  // Ctrl-C reaches the program too, which stops its deployment. Wait for it.
  process.on('SIGINT', () => {})
  return runPinned('tools/run-chaos.ts', args)
}

function operate(args) {
  return runPinned('packages/server/src/main.ts', args.length > 0 ? args : ['help'])
}

/** Runs until the service exits, and sets the exit code itself. */
async function start() {
  await import('./start.mjs')
}

/** Mutates the listed security checks, or every statement of the security-critical modules (`--all`). */
async function mutate(args) {
  if (!args.includes('--all')) return runPinned('tools/run-mutations.ts', args)
  await ensureInstalled('tools/stryker')
  const stryker = 'tools/stryker/node_modules/@stryker-mutator/core/bin/stryker.js'
  const others = args.filter((arg) => arg !== '--all')
  let code = 0
  for (const group of Object.keys(groups)) {
    process.env[GROUP_VARIABLE] = group
    code = (await runPinned(stryker, ['run', 'tools/stryker/stryker.config.mjs', ...others])) || code
  }
  return code
}
