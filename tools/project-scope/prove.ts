import type { Node } from 'libpg-query'

import { findProjectPositions } from '../../packages/server/src/kernel/project-positions.ts'
import { readBindings, type Bindings } from './bindings.ts'
import { afterCondition, readTemplate, type Reading } from './readings.ts'
import type { SqlTemplate } from './templates.ts'

/** What the proof found about a template. */
interface Finding {
  readonly template: SqlTemplate
  readonly problems: readonly string[]
}

/**
 * Proves that each template binds its tables to one project, whatever parts are inserted into it, and that the handle
 * of a project finds the parameters that do. Load `libpg-query` before.
 *
 * @param tables of the schema
 * @returns the templates that do not, except those that say so (`unscoped`)
 */
export function findUnboundTemplates(templates: readonly SqlTemplate[], tables: ReadonlySet<string>): Finding[] {
  const read = templates.map((template) => ({ template, readings: readTemplate(template) }))
  const names = read.flatMap(({ readings }) => readings.flatMap(({ queries }) => namesOfResults(queries)))
  const results = new Set(names.filter((name) => !tables.has(name)))
  return read.flatMap(({ template, readings }) => {
    if (template.kind === 'unscoped') return []
    const problems = readings.flatMap((reading) => problemsOf(template, reading, results))
    if (readings.length === 0) problems.push('PostgreSQL does not accept it')
    return problems.length > 0 ? [{ template, problems: [...new Set(problems)] }] : []
  })
}

function problemsOf(template: SqlTemplate, { queries, text }: Reading, results: ReadonlySet<string>): string[] {
  const { parameters, problems }: Bindings = readBindings(queries, {
    results,
    conditions: holesOfType(template, 'ProjectCondition'),
    queries: holesOfType(template, 'SqlFragment'),
  })
  const found = findProjectPositions(text)
  const missed = [...parameters].filter((number) => !found.includes(number - 1))
  return [
    ...problems,
    ...missed.map((number) => `the handle does not find the project in ${template.holes[number - 1]?.source}`),
    ...(isOpen(text, queries) ? ['alternatives of a part need parentheses'] : []),
  ]
}

/** Alternatives without parentheses would end the conditions before and after the part. */
function isOpen(text: string, [query]: readonly Node[]): boolean {
  if (!text.startsWith(afterCondition) || !query || !('SelectStmt' in query)) return false
  const [target] = query.SelectStmt.targetList ?? []
  const value = target && 'ResTarget' in target ? target.ResTarget.val : undefined
  return value !== undefined && 'BoolExpr' in value && value.BoolExpr.boolop === 'OR_EXPR'
}

function holesOfType({ holes }: SqlTemplate, type: string): ReadonlySet<number> {
  return new Set(holes.flatMap((hole, index) => (hole.type === type ? [index + 1] : [])))
}

/** The names of all common table expressions in a tree. */
function namesOfResults(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'ctename' in value && typeof value.ctename === 'string' ? [value.ctename] : []
  return [...own.filter((name) => !/^(?:hole|part) \d/.test(name)), ...Object.values(value).flatMap(namesOfResults)]
}
