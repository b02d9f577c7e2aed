import { note, formatTable, print, printJson } from '../kernel/output.ts'
import { toPlainText } from '../kernel/plain-text.ts'
import { storeSession } from '../session/credentials.ts'
import {
  createOwnedProject,
  findOwnedProject,
  requireOwnedProject,
  requireOwner,
  type OwnedProject,
  type OwnedProjectOptions,
  type OwnerOptions,
} from './owner-app.ts'

export async function listProjects(options: OwnerOptions): Promise<void> {
  const { session, owner } = await requireOwner(options)
  const projects = await owner.listOwnedProjects()
  if (options.json) {
    printJson(projects.map((project) => ({ ...describe(project), is_used: project.id === session.usedProjectId })))
    return
  }
  if (projects.length === 0) {
    note('You have no project. Create one with portico project create <name>.')
    return
  }
  const rows = projects.map(({ id, displayName, userCount, isProductionMode }) => [
    id === session.usedProjectId ? '*' : '',
    id,
    displayName,
    userCount,
    isProductionMode ? 'production' : 'development',
  ])
  print(formatTable(['', 'Id', 'Name', 'Users', 'Mode'], rows))
}

/** Creates a project, which the next commands act on. */
export async function createProject(displayName: string, options: OwnerOptions): Promise<void> {
  showDescription(await createOwnedProject(await requireOwner(options), displayName), options)
}

/** Makes a project the one that the next commands act on. */
export async function useProject(id: string, options: OwnerOptions): Promise<void> {
  const { session, owner } = await requireOwner(options)
  const project = findOwnedProject(await owner.listOwnedProjects(), id)
  await storeSession({ ...session, usedProjectId: project.id })
  showDescription(project, options)
}

export async function showProject(options: OwnedProjectOptions): Promise<void> {
  showDescription(await requireOwnedProject(options), options)
}

function showDescription(project: OwnedProject, { json }: OwnerOptions): void {
  const description = describe(project)
  if (json) printJson(description)
  else
    for (const [name, value] of Object.entries(description)) print(`${name.padEnd(16)}  ${toPlainText(String(value))}`)
}

function describe({ id, displayName, userCount, isProductionMode, createdAt }: OwnedProject): Record<string, unknown> {
  return {
    id,
    display_name: displayName,
    user_count: userCount,
    mode: isProductionMode ? 'production' : 'development',
    created_at: createdAt.toISOString(),
  }
}
