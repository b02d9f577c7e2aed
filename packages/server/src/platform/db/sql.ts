import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

import type { Row, Rows, Sql, All, Database, ProjectSql, ProjectDatabase } from '../../kernel/database.ts'

/** Narrows the database to one project. Every query of a tenant goes through such a handle (`security.md` 12.2). */
export function forProject(db: Database, projectId: string): ProjectDatabase {
  return {
    ...scopeToProject(db, projectId),
    lookup: scopeToProject({ sql: db.lookup }, projectId).sql,
    transaction: (work) => db.transaction((tx) => work(scopeToProject(tx, projectId))),
    together: (work) => db.together((tx) => work(scopeToProject(tx, projectId))),
  }
}

/** The handle whose statements are lookups, for reads that are written for any handle. */
export function lookupsOf({ projectId, lookup }: ProjectDatabase): ProjectSql {
  return { projectId, sql: lookup }
}

/** Narrows one handle, such as a transaction's, to one project. */
export function scopeToProject(sql: Sql, projectId: string): ProjectSql {
  return {
    projectId,
    sql(text, ...values) {
      // A forgotten `project_id = …` must fail in the first test that runs the statement, not leak another tenant.
      if (!values.includes(projectId)) {
        throw new Error(`A project-scoped statement does not name its project: ${text.join('?').trim().slice(0, 120)}`)
      }
      return sql.sql(text, ...values)
    },
  }
}

export interface Statement {
  /** Stable per call site, so that the server prepares each statement once per connection. */
  readonly name: string
  readonly text: string
}

const statements = new WeakMap<TemplateStringsArray, Statement>()
const NAME_CHARACTERS = 24

/** The statement of a tagged template, made once per place in the code. */
function statementOf(strings: TemplateStringsArray): Statement {
  const known = statements.get(strings)
  if (known) return known
  const text = strings.reduce((sql, part, index) => `${sql}$${index}${part}`)
  // Named after its text: behind a connection pooler, two nodes must never mean different statements by one name.
  const statement = {
    name: `portico_${createHash('sha256').update(text).digest('hex').slice(0, NAME_CHARACTERS)}`,
    text,
  }
  statements.set(strings, statement)
  return statement
}

/** A statement with its parameters, ready to be sent. */
export interface BoundStatement extends Statement {
  readonly values: readonly unknown[]
}

export function bind(strings: TemplateStringsArray, values: readonly unknown[]): BoundStatement {
  const { name, text } = statementOf(strings)
  return { name, text, values }
}

/** Gathers the statements of `Database.together` and sends them with the given function, which makes one transaction of them. */
export async function collect<T extends readonly unknown[] | []>(
  work: (tx: Sql) => T,
  send: (statements: readonly BoundStatement[]) => Promise<readonly Rows<Row>[]>,
): Promise<All<T>> {
  const statements: BoundStatement[] = []
  const answers: PromiseWithResolvers<Rows<Row>>[] = []
  let isOpen = true
  const parts = work({
    sql<R extends Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Rows<R>> {
      if (!isOpen) throw new Error('A statement came after those it should have been sent together with.')
      const answer = Promise.withResolvers<Rows<Row>>()
      statements.push(bind(strings, values))
      answers.push(answer)
      // The store that wrote the statement knows the shape of its rows.
      return answer.promise as Promise<Rows<R>>
    },
  })
  // A part that fails before anything is sent must not leave the others committed without it.
  let failure: { readonly error: unknown } | undefined
  for (const part of parts) Promise.resolve(part).catch((error: unknown) => (failure ??= { error }))
  await setImmediate()
  isOpen = false
  if (failure) throw failure.error
  const results = await send(statements).catch((error: unknown) => {
    for (const answer of answers) answer.reject(error)
    throw error
  })
  for (const [index, answer] of answers.entries()) answer.resolve(results[index] ?? { rows: [], count: 0 })
  return Promise.all(parts)
}

/** A JSON parameter. Given as text, because the engines disagree about what an array or a string parameter means. */
export function json(value: unknown): string {
  return JSON.stringify(value)
}
