import type { Database, Executor, ProjectDatabase, ProjectTransaction } from '../../kernel/database.ts'
import { sequence, type Query, type Statement } from '../../kernel/statement.ts'

/** Restricts the database to one project. Every statement of a tenant runs through this handle (rule S-51). */
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
 * Refuses a query unless its tables are proved to be bound to a project (decision 096), and that project is the one of
 * the handle.
 */
function requireProject({ steps }: Statement<unknown>, projectId: string): void {
  for (const step of steps) {
    if ('event' in step) {
      if (step.event.projectId === projectId) continue
      throw new Error(`A project-scoped statement emits an event of another project: ${step.event.type}`)
    }
    // `projects` is missing from a query that no template has created.
    // guard: a statement of a project is restricted to a project
    //   (replace `throw refused('is not restricted to a project', step)` with `continue`) [database]
    if (!step.projects) throw refused('is not restricted to a project', step)
    if (step.isOfOwnedProject && projectId === 'internal') continue
    for (const position of step.projects) {
      // guard: a statement of a project names no other project [database]
      if (step.values[position] !== projectId) throw refused('names another project', step)
    }
  }
}

function refused(reason: string, { text }: Query): Error {
  return new Error(`A project-scoped statement ${reason}: ${text.trim().slice(0, 120)}`)
}
