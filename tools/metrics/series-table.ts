import { processSeries, series, type Series } from '../../packages/server/src/platform/metrics/series.ts'

/** Replaces the tables between the markers of docs/metrics.md. */
export function withSeriesTables(document: string): string {
  const tables = { service: tableOf(Object.values(series)), process: tableOf(processSeries) }
  return Object.entries(tables).reduce(
    (text, [name, table]) =>
      text.replace(
        new RegExp(`(<!-- series of the ${name} -->\n\n).*?(\n\n<!-- end -->)`, 's'),
        (_all, begin: string, end: string) => `${begin}${table}${end}`,
      ),
    document,
  )
}

function tableOf(all: readonly Series[]): string {
  const rows = all.map(({ help, labels, name, type }) => `| \`${name}\` | ${type} | ${labelsOf(labels)} | ${help} |`)
  return ['| Series | Type | Labels | Meaning |', '|---|---|---|---|', ...rows].join('\n')
}

function labelsOf(labels: Series['labels']): string {
  return Object.entries(labels)
    .map(([label, values]) =>
      typeof values === 'string'
        ? `\`${label}\`: ${values}`
        : `\`${label}\`: ${values.length > LISTED_MAX ? `one of ${values.length} names` : values.map((value) => `\`${value}\``).join(', ')}`,
    )
    .join('; ')
}

/** A longer list contains acts or methods, which have their own table. */
const LISTED_MAX = 8
