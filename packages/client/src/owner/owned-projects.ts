import type { AdminOwnedProject, OwnerActions } from './owner-actions.ts'
import type { CurrentUser } from '../resources/current-user.ts'
import type { CurrentServerUser } from '../server/server-user.ts'
import type { PorticoAdminApp } from '../admin/admin-app.ts'
import type { PorticoAdminAppOwnerOptions } from '../admin/admin-options.ts'
import type { PorticoClientAppOptions } from '../app/options.ts'
import type { Session } from '../session/session.ts'
import type { UserContext } from '../resources/user-context.ts'
import { CachedResource, type Resource } from '../resources/resource.ts'
import { lazyMethods } from '../resources/lazy-methods.ts'

const actionNames = [
  'listOwnedProjects',
  'createProject',
  'listProjectDeletions',
  'getOwnerInvitation',
  'acceptOwnerInvitation',
  'getPartnerAuthorization',
  'confirmPartnerAuthorization',
  'getProjectTransfer',
  'confirmProjectTransfer',
] as const satisfies readonly (keyof OwnerActions)[]

/** A signed-in user of the project "internal". */
export type CurrentInternalUser<App extends PorticoAdminApp<false> = PorticoAdminApp<false>> = CurrentUser &
  OwnerActions<App>

/** A signed-in user of the project "internal", as a server reads it. */
export type CurrentInternalServerUser<App extends PorticoAdminApp<false> = PorticoAdminApp<false>> = CurrentServerUser &
  OwnerActions<App>

/** The parts of the app that the actions of owners use. */
export type OwnerContext = Pick<UserContext, 'ports' | 'request'>

/**
 * The project owner who is signed in with a session.
 *
 * @internal
 */
export interface ProjectOwner<App extends PorticoAdminApp<false> = PorticoAdminApp<false>> {
  readonly actions: OwnerActions<App>
  /** The projects, for hooks. Each change through these objects fetches them again or drops them. */
  readonly projects: Resource<AdminOwnedProject<App>[]>
}

/** Creates the app of an owned project. */
export type CreateOwnedApp<App extends PorticoAdminApp<false>> = (options: PorticoAdminAppOwnerOptions<false>) => App

// Weak, so that a server does not keep the sessions of its visitors.
const owners = new WeakMap<Session, ProjectOwner>()

/**
 * Returns the owner of a session. The same session returns the same owner, with the same apps of projects.
 *
 * @param options the options of the app; the apps of the projects use the same service
 * @param loadCreateApp called when an action is used, so that other pages do not load the code for admins
 *
 * @internal
 */
export function projectOwnerOf<App extends PorticoAdminApp<false>>(
  session: Session,
  context: OwnerContext,
  { baseUrl, extraRequestHeaders }: Pick<PorticoClientAppOptions, 'baseUrl' | 'extraRequestHeaders'>,
  loadCreateApp: () => Promise<CreateOwnedApp<App>>,
): ProjectOwner<App> {
  // Unchecked cast: a session belongs to one app, which always creates the same apps.
  const known = owners.get(session) as ProjectOwner<App> | undefined
  if (known) return known
  const apps = new Map<string, App>()
  const actions = lazyMethods(context.ports, actionNames, async (): Promise<OwnerActions<App>> => {
    const [{ createOwnerActions }, createApp] = await Promise.all([import('./owner-actions.ts'), loadCreateApp()])
    return createOwnerActions({
      session,
      request: context.request,
      apps,
      createApp: (projectId, projectOwnerSession) =>
        createApp({
          projectId,
          projectOwnerSession,
          tokenStore: null,
          ...(baseUrl !== undefined && { baseUrl }),
          ...(extraRequestHeaders && { extraRequestHeaders }),
        }),
      onChange: () => projects.renew(),
    })
  })
  const projects = new CachedResource(context.ports, () => actions.listOwnedProjects())
  const owner = { actions, projects }
  owners.set(session, owner)
  return owner
}
