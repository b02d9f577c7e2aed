import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

import { formatMarkdown } from '../tools/markdown.ts'
import { isMet, median, type Check, type Finding, type Series } from './comparison.ts'

/** The run of one comparison. */
export interface Run {
  readonly date: string
  readonly commit: string
  readonly machine: string
  readonly node: string
  readonly postgres: string
  /** Load average of the machine in the minute before the run. Above 0, the results are less reliable. */
  readonly loadBefore: number
  readonly findings: readonly Finding[]
}

export function describeRun(postgresVersion: string): Omit<Run, 'findings'> {
  const gibibytes = Math.round(totalmem() / 2 ** 30)
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    machine: `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${gibibytes} GiB of memory`,
    node: process.version,
    postgres: postgresVersion,
    loadBefore: loadavg()[0] ?? 0,
  }
}

/** The last run of each comparison, by its name. */
export type Results = Readonly<Record<string, Run>>

const resultsFile = new URL('results.json', import.meta.url)
const reportFile = new URL('RESULTS.md', import.meta.url)

/**
 * Writes `results.json` for programs and `RESULTS.md` for readers. Comparisons that did not run keep their last
 * results.
 *
 * @param order the names of all comparisons
 */
export async function writeResults(runs: Results, order: readonly string[]): Promise<void> {
  const known = { ...(JSON.parse(await readFile(resultsFile, 'utf8')) as Results), ...runs }
  const results = Object.fromEntries(
    order.flatMap((name) => {
      const run = known[name]
      return run ? [[name, run]] : []
    }),
  )
  await writeFile(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
  await writeFile(reportFile, await formatMarkdown(toMarkdown(Object.values(results))))
}

export function toText(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ checks }) => checks)
    .map((check) => `${isMet(check) ? '✓' : '✗'} ${check.what}: ${formatMedian(check)} (${formatTarget(check)})`)
    .join('\n')
}

function toMarkdown(runs: readonly Run[]): string {
  return [
    '# Results',
    '',
    'Written by `npm run bench`. [README.md](README.md) describes the comparisons and their method. Each section names its run. PostgreSQL runs on the same',
    'machine, and commits are durable.',
    '',
    '## Targets',
    '',
    '| What | Median | Lowest and highest | Target | Met |',
    '|---|---|---|---|---|',
    ...runs
      .flatMap(({ findings }) => findings)
      .flatMap(({ checks }) => checks)
      .map(
        (check) =>
          `| ${check.what} | ${formatMedian(check)} | ${formatSpread(check)} | ${formatTarget(check)} | ${isMet(check) ? 'yes' : '**no**'} |`,
      ),
    ...runs.flatMap((run) => run.findings.flatMap((finding) => ['', ...formatSection(run, finding)])),
    '',
  ].join('\n')
}

function formatSection(run: Run, { title, conditions, series }: Finding): string[] {
  const { commit, date, loadBefore, machine, node, postgres } = run
  return [
    `## ${title}`,
    '',
    conditions,
    '',
    `Measured on ${date}, commit ${commit}, ${machine}, Node ${node}, PostgreSQL ${postgres}, load average before the run ${loadBefore.toFixed(2)}.`,
    '',
    '| | Median | Lowest and highest |',
    '|---|---|---|',
    ...series.map((one) => `| ${one.name} | ${formatMedian(one)} | ${formatSpread(one)} |`),
  ]
}

function formatMedian({ values, unit }: Pick<Series | Check, 'values' | 'unit'>): string {
  return format(median(values), unit)
}

function formatSpread({ values, unit }: Pick<Series | Check, 'values' | 'unit'>): string {
  return values.length === 1 ? 'once' : `${format(Math.min(...values), unit)} to ${format(Math.max(...values), unit)}`
}

function formatTarget({ target, unit }: Check): string {
  return 'atLeast' in target ? `at least ${format(target.atLeast, unit)}` : `at most ${format(target.atMost, unit)}`
}

function format(value: number, unit: (Series | Check)['unit']): string {
  return `${value.toLocaleString('en', { maximumFractionDigits: unit === '×' || (unit === 'ms' && value < 10) ? 1 : 0 })} ${unit}`.trim()
}
