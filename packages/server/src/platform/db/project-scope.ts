import type { Database, Executor, ProjectDatabase, ProjectTransaction } from '../../kernel/database.ts'
import { sequence, type Statement } from '../../kernel/statement.ts'

/** Restricts the database to one project. Every statement of a tenant runs through this handle (`security.md` 12.2). */
export function forProject(db: Database, projectId: string): ProjectDatabase {
  return {
    ...scopeToProject(db, projectId),
    transaction: (work) => db.transaction((tx) => work(scopeToProject(tx, projectId))),
  }
}

/** Restricts one handle, such as a transaction, to one project. */
export function scopeToProject(executor: Executor, projectId: string): ProjectTransaction {
  const run = <T>(statement: Statement<T>): Promise<T> => {
    requireProject(statement, projectId)
    return executor.run(statement)
  }
  return { projectId, run, batch: (batch) => run(sequence(batch)) }
}

/**
 * A missing `project_id = …` must fail in the first test that runs the statement, not leak the data of another tenant.
 */
function requireProject({ steps }: Statement<unknown>, projectId: string): void {
  for (const step of steps) {
    if ('text' in step && !step.values.includes(projectId)) {
      throw new Error(`A project-scoped statement does not name its project: ${step.text.trim().slice(0, 120)}`)
    }
    if ('event' in step && step.event.projectId !== projectId) {
      throw new Error(`A project-scoped statement emits an event of another project: ${step.event.type}`)
    }
  }
}
