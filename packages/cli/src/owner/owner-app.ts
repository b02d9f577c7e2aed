import { StackClientApp } from '@portico/client/stack'

import { Failure } from '../kernel/failure.ts'
import { userAgent } from '../kernel/version.ts'
import { findOwnerSession, OWNERS_PROJECT, storeSession, type StoredSession } from '../session/credentials.ts'

export interface OwnerOptions {
  readonly apiUrl?: string
  readonly json?: true
}

/** The options of a command that acts on one project. */
export interface OwnedProjectOptions extends OwnerOptions {
  readonly projectId?: string
}

type OwnerApp = StackClientApp<true, typeof OWNERS_PROJECT>
type Owner = NonNullable<Awaited<ReturnType<OwnerApp['getUser']>>>

export interface SignedInOwner {
  readonly session: StoredSession
  readonly owner: Owner
}

/** @throws Failure without an owner who is signed in */
export async function requireOwner({ apiUrl }: OwnerOptions): Promise<SignedInOwner> {
  const session = await findOwnerSession(apiUrl)
  if (!session)
    throw new Failure(`No owner is signed in. Run portico login --api-url ${apiUrl ?? '<URL of the service>'}`)
  const owner = await createOwnerApp(session).getUser()
  if (!owner) throw new Failure('Your session has ended. Run portico login to sign in again.')
  return { session, owner }
}

export type OwnedProject = Awaited<ReturnType<Owner['listOwnedProjects']>>[number]

function createOwnerApp({ apiUrl, publishableClientKey, refreshToken }: StoredSession): OwnerApp {
  return new StackClientApp<true, typeof OWNERS_PROJECT>({
    // The SDK cannot write to this token store, so the refresh token stays valid.
    tokenStore: { accessToken: null, refreshToken },
    projectId: OWNERS_PROJECT,
    publishableClientKey,
    baseUrl: apiUrl,
    extraRequestHeaders: { 'user-agent': userAgent() },
  })
}

/** Creates a project, which the next commands act on. */
export async function createOwnedProject(
  { session, owner }: SignedInOwner,
  displayName: string,
): Promise<OwnedProject> {
  const project = await owner.createProject({ displayName })
  await storeSession({ ...session, usedProjectId: project.id })
  return project
}

/** The project in the options, else the one of `portico project use`, else the only one of the owner. */
export async function requireOwnedProject(options: OwnedProjectOptions): Promise<OwnedProject> {
  const { session, owner } = await requireOwner(options)
  const projects = await owner.listOwnedProjects()
  const id = options.projectId ?? session.usedProjectId
  if (id !== undefined) return findOwnedProject(projects, id)
  const [only] = projects
  if (only && projects.length === 1) return only
  throw new Failure(
    projects.length === 0
      ? 'You have no project. Create one with portico project create <name>.'
      : 'You own several projects. Choose one with portico project use <id>, or pass --project-id.',
  )
}

export function findOwnedProject(projects: readonly OwnedProject[], id: string): OwnedProject {
  const project = projects.find((owned) => owned.id === id)
  if (project) return project
  throw new Failure(`You have no project with the id ${id}. List yours with portico project list.`)
}
