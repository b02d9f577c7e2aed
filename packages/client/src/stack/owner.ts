import type { Ports } from '../transport/ports.ts'
import type { OwnerActions } from '../owner/owner-actions.ts'
import { type CreateOwnedApp, type OwnerContext, projectOwnerOf } from '../owner/owned-projects.ts'
import type { PorticoClientAppOptions } from '../app/options.ts'
import type { Session } from '../session/session.ts'
import type { StackAdminApp } from './admin-app.ts'

/** The users of the project "internal" own projects. */
export type OwnerExtras<ProjectId extends string> = ProjectId extends 'internal'
  ? OwnerActions<StackAdminApp<false>>
  : unknown

/** The app whose users are extended. */
interface OwnerApp {
  readonly projectId: string
  readonly options: Pick<PorticoClientAppOptions, 'baseUrl' | 'extraRequestHeaders'>
  readonly ports: Ports | undefined
}

/** Returns the members that a user has as an owner of projects; none in other projects than "internal". */
export function ownerExtrasOf<ProjectId extends string>(
  session: Session,
  context: OwnerContext,
  { projectId, options, ports }: OwnerApp,
): OwnerExtras<ProjectId> & object {
  const isOwner = projectId === 'internal'
  const extras = isOwner ? projectOwnerOf(session, context, options, () => loadCreateApp(ports)).actions : {}
  // Unchecked cast: the type depends on the id of the project.
  return extras as OwnerExtras<ProjectId> & object
}

async function loadCreateApp(ports: Ports | undefined): Promise<CreateOwnedApp<StackAdminApp<false>>> {
  const module = await import('./admin-app.ts')
  return (owned) => new module.StackAdminApp(owned, ports)
}
