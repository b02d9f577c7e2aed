import type { Project } from '../records/projects/project.ts'
import { isTrustedOrigin } from '../records/projects/trusted-origins.ts'

/**
 * The origins that a policy can name. The URL parser also accepts hosts with `;`, `*` or `'`, which have a meaning
 * there.
 */
const originPattern = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/

/**
 * Which pages may show the portal in a frame, as a source of `frame-ancestors`: those of the named origin, if the
 * project trusts it. Any page can name any origin, but it is framed only if it has that origin.
 */
export function frameAncestorOf(project: Project | null, origin: string | undefined): string {
  if (project === null || origin === undefined) return "'none'"
  return originPattern.test(origin) && isTrustedOrigin(project, origin) ? origin : "'none'"
}
