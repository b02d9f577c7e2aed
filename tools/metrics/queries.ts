import { parser } from '@prometheus-io/lezer-promql'

import { processSeries, series, type Series } from '../../packages/server/src/platform/metrics/series.ts'

/** Labels that Prometheus itself adds to every series of a target. */
const targetLabels = ['instance', 'job']
/** The series of a target that Prometheus itself writes. */
const targetSeries: Series = { type: 'gauge', name: 'up', help: '', labels: {} }
const known: readonly Series[] = [...Object.values(series), ...processSeries, targetSeries]

/**
 * Finds what is wrong with a query: its syntax, a series that the service does not have, a label that none of its
 * series has, and a value that the label never has.
 *
 * @param query in PromQL, without variables of Grafana
 */
export function problemsOf(query: string): string[] {
  const problems: string[] = []
  const used: Series[] = []
  const grouped: string[] = []
  let current: Series | undefined
  let label = ''
  parser.parse(query).iterate({
    enter(node) {
      const text = query.slice(node.from, node.to)
      if (node.type.isError) problems.push(`syntax error at ${node.from}`)
      if (node.name === 'Identifier') {
        current = seriesOf(text)
        if (current) used.push(current)
        else problems.push(`no series ${text}`)
      }
      if (node.name === 'LabelName') {
        label = text
        if (node.node.parent?.name === 'GroupingLabels') grouped.push(text)
        else if (!labelsOf(current).includes(text)) problems.push(`${current?.name} has no label ${text}`)
      }
      if (node.name === 'StringLiteral' && node.node.parent?.name === 'UnquotedLabelMatcher') {
        const values = current?.labels[label]
        const wanted = new RegExp(`^(?:${text.slice(1, -1)})$`)
        if (values !== undefined && typeof values !== 'string' && !values.some((value) => wanted.test(value)))
          problems.push(`the label ${label} of ${current?.name} is never ${text}`)
      }
    },
  })
  for (const name of grouped) {
    if (!used.some((one) => labelsOf(one).includes(name))) problems.push(`no series of the query has the label ${name}`)
  }
  if (used.length === 0) problems.push('names no series')
  return problems
}

/** The series of a name. A histogram has three. */
function seriesOf(name: string): Series | undefined {
  return known.find((one) => {
    const suffixes = one.type === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']
    return suffixes.some((suffix) => name === `${one.name}${suffix}`)
  })
}

function labelsOf(one: Series | undefined): string[] {
  return one ? [...Object.keys(one.labels), ...targetLabels, ...(one.type === 'histogram' ? ['le'] : [])] : []
}
