import type { CreatedProjectRead, OwnedProjectRead, ProjectCreate, StaffRight, StaffRole } from '@portico/contract'

import { type AdminProjectCreateOptions, updateBodyOf } from '../admin/projects.ts'
import type { DailyFigure } from '../admin/metrics.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import { readOwnerInvitation, type ReceivedOwnerInvitation } from './owner-invitation.ts'
import {
  confirmPartnerAuthorization,
  readPartnerAuthorization,
  type PartnerAuthorization,
} from './partner-authorization.ts'
import { confirmProjectTransfer, readProjectTransfer, type ReceivedProjectTransfer } from './project-transfer.ts'
import type { PorticoAdminApp } from '../admin/admin-app.ts'
import type { ProjectOwnerSession } from '../admin/owner-session.ts'
import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'
import { present } from '../transport/present.ts'

/** A project to whose staff the signed-in user belongs. */
export type AdminOwnedProject<App extends PorticoAdminApp<false> = PorticoAdminApp<false>> = Awaited<
  ReturnType<App['getProject']>
> & {
  /** The administration of the project with the user's rights. The same project has the same app in a session. */
  readonly app: App
  /** The sign-ups on each of the last 14 days, oldest first. Empty in the answer to the creation. */
  readonly dailySignUps: readonly DailyFigure[]
  /** The signed-in user's role in the project's staff. */
  readonly staffRole: StaffRole
  /** What this role allows. The service refuses other acts with `STAFF_PERMISSION_REQUIRED`. */
  readonly staffRights: readonly StaffRight[]
}

/** The removal of a deleted project's records. */
export interface ProjectDeletion {
  /** The id that the project had. */
  readonly projectId: string
  /** The name that the project had. */
  readonly displayName: string
  /** Whether the removal of its records waits, runs or has ended. */
  readonly state: 'queued' | 'running' | 'done'
  /** The number of users whose records are removed. */
  readonly done: number
  /** The number of users at the deletion; null if it is not known. */
  readonly total: number | null
  /** When an owner deleted the project. */
  readonly deletedAt: Date
  /** When the last record was removed. */
  readonly endedAt: Date | null
}

/** The methods with which a user of the project "internal" administers the projects that they own. */
export interface OwnerActions<App extends PorticoAdminApp<false> = PorticoAdminApp<false>> {
  /** Lists the projects that the user owns or belongs to the staff of, oldest membership first. */
  listOwnedProjects(): Promise<AdminOwnedProject<App>[]>
  /** Creates a project that the user owns. It has no keys: create them with `project.app.createInternalApiKey`. */
  createProject(options: AdminProjectCreateOptions): Promise<AdminOwnedProject<App>>
  /**
   * Lists the deleted projects that the user owned, newest first. `project.delete()` resolves when the project can no
   * longer be used; its records are removed afterwards. A deletion is listed for 30 days after its end.
   */
  listProjectDeletions(): Promise<ProjectDeletion[]>
  /** Checks the code of an invitation to a project's staff, without using it up. */
  getOwnerInvitation(code: string): Promise<ReceivedOwnerInvitation>
  /**
   * Accepts an invitation: adds the user to the project's staff, with the role that it names. The invited address must
   * be a verified address of the user.
   *
   * @returns the id of the project, which is then among `listOwnedProjects`
   */
  acceptOwnerInvitation(code: string): Promise<{ readonly projectId: string }>
  /** Reads the request of a partner for an admin key, by the id of its interaction. */
  getPartnerAuthorization(interactionUid: string): Promise<PartnerAuthorization>
  /**
   * Lets the partner obtain an admin key of a project that the user owns. Needs a recent sign-in. The partner gets the
   * key only in the browser in which its request began, and while the session is active.
   *
   * @returns where the browser continues
   */
  confirmPartnerAuthorization(interactionUid: string, projectId: string): Promise<{ readonly continueUrl: string }>
  /**
   * Checks the code with which a partner of the service transfers a project, without using it up.
   *
   * @param partner the partner in the address of the link, such as `neon`
   */
  getProjectTransfer(partner: string, code: string): Promise<ReceivedProjectTransfer>
  /**
   * Makes the user an owner of the project that a partner transfers. The partner cannot transfer it again.
   *
   * @returns the id of the project, which is then among `listOwnedProjects`
   */
  confirmProjectTransfer(partner: string, code: string): Promise<{ readonly projectId: string }>
}

interface OwnerContext<App> {
  readonly session: Session
  readonly request: SendRequest
  /** The apps of the projects, by project id. */
  readonly apps: Map<string, App>
  readonly createApp: (projectId: string, session: ProjectOwnerSession) => App
  /** Called after each change of the projects. */
  readonly onChange: () => Promise<void>
}

/** Creates the methods for the projects of one session. */
export function createOwnerActions<App extends PorticoAdminApp<false>>({
  session,
  request,
  apps,
  createApp,
  onChange,
}: OwnerContext<App>): OwnerActions<App> {
  const readToken = async (refusedToken: string | null): Promise<string | null> => {
    if (refusedToken !== null) session.refuseAccessToken(refusedToken)
    return (await session.getTokens()).accessToken
  }
  const appOf = (projectId: string): App => {
    const app = apps.get(projectId) ?? createApp(projectId, readToken)
    apps.set(projectId, app)
    return app
  }
  const createOwnedProject = (read: CreatedProjectRead & Partial<OwnedProjectRead>): AdminOwnedProject<App> => {
    const app = appOf(read.id)
    const project = app[porticoAppInternalsSymbol].presentProject(read)
    const owned = {
      ...project,
      app,
      dailySignUps: read.daily_sign_ups ?? [],
      staffRole: read.staff_role,
      staffRights: read.staff_rights,
      update: async (options) => {
        await project.update(options)
        await onChange()
      },
      leave: async () => {
        await project.leave()
        apps.delete(read.id)
        await onChange()
      },
      delete: async () => {
        await project.delete()
        apps.delete(read.id)
        await onChange()
      },
    } satisfies AdminOwnedProject<PorticoAdminApp<false>>
    // Unchecked cast: the app has presented its own kind of project.
    return owned as unknown as AdminOwnedProject<App>
  }
  const acquire = async (accepted: Promise<{ project_id: string }>): Promise<{ projectId: string }> => {
    const project = present(await accepted)
    await onChange()
    return project
  }
  return {
    listOwnedProjects: async () => {
      const { items } = await request('GET /internal/projects', { session })
      return items.map(createOwnedProject)
    },
    getOwnerInvitation: (code) => readOwnerInvitation(request, code, { session }),
    acceptOwnerInvitation: (code) =>
      acquire(request('POST /internal/owner-invitations/accept', { body: { code }, session })),
    getProjectTransfer: (partner, code) => readProjectTransfer(request, session, partner, code),
    confirmProjectTransfer: (partner, code) => acquire(confirmProjectTransfer(request, session, partner, code)),
    createProject: async (options) => {
      const body: ProjectCreate = { ...updateBodyOf(options), display_name: options.displayName }
      const created = await request('POST /internal/projects', { body, session })
      await onChange()
      return createOwnedProject(created)
    },
    getPartnerAuthorization: (uid) => readPartnerAuthorization(request, session, uid),
    confirmPartnerAuthorization: (uid, projectId) => confirmPartnerAuthorization(request, session, uid, projectId),
    listProjectDeletions: async () => {
      const { items } = await request('GET /internal/projects/deletions', { session })
      return items.map((read) => present(read, { created_at_millis: 'deletedAt' }))
    },
  }
}
