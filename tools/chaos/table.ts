import type { FaultResult } from './run-faults.ts'

const columns: Readonly<Record<string, (result: FaultResult) => string>> = {
  Fault: ({ name }) => name,
  Calls: ({ calls }) => String(calls),
  Acknowledged: ({ acknowledged }) => String(acknowledged),
  Lost: ({ lost }) => String(lost),
  Unavailable: ({ unavailable }) => String(unavailable),
  Broken: ({ broken }) => String(broken),
  Others: ({ others }) => String(others),
  'Recovery (s)': ({ recoverySeconds }) => secondsOf(recoverySeconds),
  'After its end (s)': ({ afterSeconds }) => secondsOf(afterSeconds),
  'Slowest (s)': ({ slowestSeconds }) => secondsOf(slowestSeconds),
  'Delivered (s)': ({ deliverySeconds }) => secondsOf(deliverySeconds),
}

/** Formats the results as a Markdown table. */
export function tableOf(results: readonly FaultResult[]): string {
  const names = Object.keys(columns)
  const rows = results.map((result) => Object.values(columns).map((read) => read(result)))
  return [names, names.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function secondsOf(value: number | null): string {
  return value === null ? '–' : value.toFixed(1)
}
