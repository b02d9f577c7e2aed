import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { problemsOf } from './queries.ts'
import { withSeriesTables } from './series-table.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly summary: string; readonly runbook_url: string }
  readonly labels: { readonly severity: string }
}

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}

const { groups } = parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Alert[] }[] }
const alerts = groups.flatMap(({ rules }) => rules)
const { panels } = JSON.parse(read('deploy/grafana/portico.json')) as { panels: Panel[] }
const queries = panels.flatMap(({ targets = [], title }) => targets.map((target) => ({ title, ...target })))

/** Grafana replaces its variables before it queries Prometheus. */
const withoutVariables = (query: string): string => query.replaceAll('$__rate_interval', '1m')

test('docs/metrics.md has every series (`npm run generate`)', () => {
  expect(withSeriesTables(read('docs/metrics.md'))).toBe(read('docs/metrics.md'))
  expect(read('docs/metrics.md')).toContain('| `portico_http_request_seconds` | histogram |')
})

describe('the alerts', () => {
  test.each(alerts)('$alert asks for series that exist', ({ expr }) => {
    expect(problemsOf(expr)).toEqual([])
  })

  test.each(alerts)('$alert has an entry that its link leads to, a summary and a severity', (alert) => {
    const [file, anchor] = alert.annotations.runbook_url.split('#') as [string, string]

    expect(read(file)).toContain(`\n### ${alert.alert}\n`)
    expect(anchor).toBe(alert.alert.toLowerCase())
    expect(alert.annotations.summary).toMatch(/\.$/)
    expect(['critical', 'warning']).toContain(alert.labels.severity)
  })

  test('all entries of the page are alerts', () => {
    const [, section = ''] = /\n## Alerts\n(.*?)(?=\n## |$)/s.exec(read('docs/operating.md')) ?? []
    const entries = [...section.matchAll(/^### (.+)$/gm)].map(([, title]) => title)

    expect(entries).toEqual(alerts.map(({ alert }) => alert))
  })
})

describe('the dashboard of Grafana', () => {
  test.each(queries)('"$title" asks for series that exist: $expr', ({ expr, legendFormat }) => {
    expect(problemsOf(withoutVariables(expr))).toEqual([])
    // A legend can only use labels that the query keeps.
    for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
      expect(expr).toMatch(label === 'instance' ? /./ : label)
  })

  test('gives each panel an id of its own', () => {
    const ids = panels.map((panel) => (panel as unknown as { id: number }).id)

    expect(new Set(ids).size).toBe(ids.length)
    expect(queries.length).toBeGreaterThan(25)
  })
})

describe('a query', () => {
  test.each([
    ['rate(portico_nothing_total[5m])', 'no series portico_nothing_total'],
    ['portico_http_request_seconds', 'no series portico_http_request_seconds'],
    ['portico_database_up{queue="mails"}', 'portico_database_up has no label queue'],
    [
      'portico_backlog_age_seconds{queue="letters"}',
      'the label queue of portico_backlog_age_seconds is never "letters"',
    ],
    ['sum by (color) (portico_database_up)', 'no series of the query has the label color'],
    ['sum(portico_database_up', 'syntax error at 23'],
    ['vector(1)', 'names no series'],
  ])('%s has the problem: %s', (query, problem) => {
    expect(problemsOf(query)).toContain(problem)
  })
})
