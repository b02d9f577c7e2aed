import type { ProjectCall } from './route.ts'
import type { Database } from '../../kernel/database.ts'
import { forProject } from '../../platform/db/project-scope.ts'
import type { Project } from '../../records/projects/project.ts'

/** The fields of a call to a public endpoint whose project is not known yet. */
export type PublicContext = Pick<ProjectCall, 'limits' | 'now' | 'origin' | 'request'>

/** A call to a public endpoint whose project is known. */
export type PublicCall = Omit<ProjectCall, 'caller' | 'rights'>

/**
 * Builds the call to the project that the parameters of a public endpoint name. The actor is always an anonymous
 * client, because the headers may authenticate the caller for another project.
 */
export function callToProject(
  db: Database,
  { limits, now, origin, request }: PublicContext,
  project: Project,
): PublicCall {
  return {
    projectId: project.id,
    project,
    db: forProject(db, project.id),
    actor: { type: 'client' },
    origin: { ...origin, projectId: project.id },
    now,
    request,
    limits,
  }
}
