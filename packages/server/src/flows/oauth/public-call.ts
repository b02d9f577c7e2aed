import type { ProjectCall } from '../../api/route.ts'
import type { Database } from '../../kernel/database.ts'
import { forProject } from '../../platform/db/project-scope.ts'
import type { Project } from '../../records/projects/project.ts'

/** What is known of a call to a public endpoint before its project is. */
export type PublicContext = Pick<ProjectCall, 'limits' | 'now' | 'origin' | 'request'>

/** A call to a public endpoint whose project is known. */
export type PublicCall = Omit<ProjectCall, 'caller'>

/**
 * Builds the call to the project that the parameters of a public endpoint name. The headers may authenticate the caller for
 * another project, so they do not decide who acts.
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
