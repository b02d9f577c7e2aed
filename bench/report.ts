import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

import { isMet, median, type Check, type Finding, type Series } from './comparison.ts'

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

/** Writes `results.json` for programs and `RESULTS.md` for readers. */
export async function writeResults(run: Run): Promise<void> {
  await writeFile(new URL('results.json', import.meta.url), `${JSON.stringify(run, null, 2)}\n`)
  await writeFile(new URL('RESULTS.md', import.meta.url), toMarkdown(run))
}

export function toText(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ checks }) => checks)
    .map((check) => `${isMet(check) ? '✓' : '✗'} ${check.what}: ${formatMedian(check)} (${formatTarget(check)})`)
    .join('\n')
}

function toMarkdown(run: Run): string {
  const checks = run.findings.flatMap((finding) => finding.checks)
  return [
    '# Results',
    '',
    'Written by `npm run bench`. [README.md](README.md) describes the comparisons and their method.',
    '',
    `- ${run.date}, commit ${run.commit}, ${run.machine}`,
    `- Node ${run.node}, PostgreSQL ${run.postgres} on the same machine, commits durable`,
    `- Load average of the machine before the run: ${run.loadBefore.toFixed(2)}`,
    '',
    '## Targets',
    '',
    '| What | Median | Lowest and highest | Target | Met |',
    '|---|---|---|---|---|',
    ...checks.map(
      (check) =>
        `| ${check.what} | ${formatMedian(check)} | ${formatSpread(check)} | ${formatTarget(check)} | ${isMet(check) ? 'yes' : '**no**'} |`,
    ),
    ...run.findings.flatMap((finding) => ['', ...formatSection(finding)]),
    '',
  ].join('\n')
}

function formatSection({ title, conditions, series }: Finding): string[] {
  return [
    `## ${title}`,
    '',
    conditions,
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
