import { cpSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { Caller } from './chaos/caller.ts'
import { Deployment } from './chaos/deployment.ts'
import { faults } from './chaos/faults.ts'
import { Load } from './chaos/load.ts'
import { findDeploymentPrograms } from './chaos/programs.ts'
import { Random } from './chaos/random.ts'
import { runFault, type FaultResult } from './chaos/run-faults.ts'
import { soak } from './chaos/soak.ts'
import { tableOf } from './chaos/table.ts'

// npm run chaos -- [--only primary-killed,network-cut] [--seed N] [--rate 30] [--logs <folder>]: starts the reference
// deployment on this machine, injects one fault after another under load, and fails if a promise of docs/operating.md
// is broken. Needs root and programs of Debian. npm run chaos -- --soak [--hours 0.5]: runs the same load without a
// fault, and fails if a figure grows.

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rate: { type: 'string', default: '30' },
    seed: { type: 'string' },
    logs: { type: 'string' },
    soak: { type: 'boolean', default: false },
    hours: { type: 'string', default: '0.5' },
  },
})
const PROBLEMS_SHOWN = 20
const hours = Number(values.hours)
const callsPerSecond = Number(values.rate)
const names = values.only?.split(',') ?? faults.map(({ name }) => name)
const chosen = faults.filter(({ name }) => names.includes(name))
const unknown = names.filter((name) => !faults.some((fault) => fault.name === name))
const programs = findDeploymentPrograms()
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
if (unknown.length > 0)
  refuse(`Unknown: ${unknown.join(', ')}. The faults are ${faults.map(({ name }) => name).join(', ')}.`)
else if (!(hours >= 0.2)) refuse('--hours must be a number from 0.2.')
else if (!(callsPerSecond >= 1 && callsPerSecond <= 100)) refuse('--rate must be a number from 1 to 100.')
else if (typeof programs === 'string') refuse(programs)
else if (process.getuid?.() !== 0)
  refuse('This needs root: each database server gets a file system of its own, which can be full.')
else await run(new Deployment({ programs }))

function refuse(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}

async function run(deployment: Deployment): Promise<void> {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      isStopping = true
      console.log('Stopping the deployment …')
      void deployment.stop().finally(() => process.exit(1))
    })
  }
  let isGood = false
  try {
    console.log(`Seed ${seed}. Starting the deployment …`)
    await deployment.start()
    const caller = new Caller(deployment.port, deployment.keys)
    const load = new Load(caller, seed, callsPerSecond)
    await load.prepare(deployment.parts.webhooks.url)
    isGood = await (values.soak ? runSoak(deployment, caller, load) : runFaults(deployment, caller, load))
    caller.close()
  } catch (error) {
    // After a signal, the load fails because its programs are gone.
    if (!isStopping) console.error(error)
  } finally {
    if (values.logs !== undefined) cpSync(deployment.logFolder, values.logs, { recursive: true })
    await deployment.stop()
  }
  process.exit(isGood ? 0 : 1)
}

async function runFaults(deployment: Deployment, caller: Caller, load: Load): Promise<boolean> {
  const results: FaultResult[] = []
  const random = new Random(seed)
  let failed = 0
  for (const fault of chosen) {
    console.log(`${fault.name}: ${fault.title}`)
    try {
      const result = await runFault(fault, deployment, caller, load, random)
      results.push(result)
      printProblems(result.problems)
      if (result.problems.length > 0) failed += 1
    } catch (error) {
      console.log(`  ✗ ${String(error)}`)
      failed += 1
      await load.pause()
    }
  }
  console.log(`\n${tableOf(results)}\n`)
  console.log(`${chosen.length - failed} passed, ${failed} failed`)
  return failed === 0
}

async function runSoak(deployment: Deployment, caller: Caller, load: Load): Promise<boolean> {
  const { lines, problems, uncertain } = await soak(deployment, caller, load, hours)
  console.log(`\n${lines.join('\n')}\n`)
  if (problems.length === 0 && uncertain.length > 0)
    console.log(`  ? No figure grows for certain. Too short for: ${uncertain.join('; ')}. Run longer, with --hours.`)
  else printProblems(problems)
  return problems.length === 0
}

function printProblems(problems: readonly string[]): void {
  for (const problem of problems.slice(0, PROBLEMS_SHOWN)) console.log(`  ✗ ${problem}`)
  if (problems.length === 0) console.log('  ✓')
}
