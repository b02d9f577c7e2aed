import { requireConfirmation } from '../kernel/confirm.ts'
import { exitCodes } from '../kernel/exit-codes.ts'
import { Failure } from '../kernel/failure.ts'
import { readJsonFile } from '../kernel/json-file.ts'
import { print, printJson } from '../kernel/output.ts'
import { toPlainText } from '../kernel/plain-text.ts'
import { readDays } from '../kernel/settings.ts'
import { requireOwnedProject, type OwnedProjectOptions } from '../owner/owner-app.ts'
import { requireUser, type ProjectApp, type ProjectUser } from './find-user.ts'
import { nameOf, printUser } from './present-user.ts'

export interface CreateUserOptions extends OwnedProjectOptions {
  readonly name?: string
  readonly verified?: true
  readonly emailCodes?: true
}

export interface UpdateUserOptions extends OwnedProjectOptions {
  /** False with `--no-name`. */
  readonly name?: string | false
  readonly email?: string
  /** False with `--no-verified`. */
  readonly verified?: boolean
  readonly clientMetadata?: string
  readonly clientReadOnlyMetadata?: string
  readonly serverMetadata?: string
}

export interface SuspendOptions extends OwnedProjectOptions {
  readonly reason?: string
  readonly details?: string
  readonly days?: string
}

type UserChanges = Parameters<ProjectUser['update']>[0]

const metadataFields = ['clientMetadata', 'clientReadOnlyMetadata', 'serverMetadata'] as const
type MetadataField = (typeof metadataFields)[number]

export async function createUser(email: string, options: CreateUserOptions): Promise<void> {
  const { app } = await requireOwnedProject(options)
  const user = await app.createUser({
    primaryEmail: email,
    primaryEmailVerified: options.verified === true,
    primaryEmailAuthEnabled: true,
    ...(options.name !== undefined && { displayName: options.name }),
    ...(options.emailCodes && { otpAuthEnabled: true }),
  })
  printUser(user, options.json === true)
}

export async function updateUser(text: string, options: UpdateUserOptions): Promise<void> {
  const changes: UserChanges = {
    ...(options.name !== undefined && { displayName: options.name === false ? null : options.name }),
    ...(options.email !== undefined && { primaryEmail: options.email }),
    ...(options.verified !== undefined && { primaryEmailVerified: options.verified }),
    ...(await readMetadata(options)),
  }
  if (Object.keys(changes).length === 0) {
    throw new Failure('Pass what to change. portico users update --help lists the options.', exitCodes.usage)
  }
  await changeUser(text, options, (user) => user.update(changes))
}

/** Ends all sessions of a user, and refuses sign-ins. */
export async function suspendUser(text: string, options: SuspendOptions): Promise<void> {
  const suspension = {
    reason: options.reason ?? null,
    privateDetails: options.details ?? null,
    until: options.days === undefined ? null : readDays(options.days),
  }
  await changeUser(text, options, (user) => user.suspend(suspension))
}

export async function unsuspendUser(text: string, options: OwnedProjectOptions): Promise<void> {
  await changeUser(text, options, (user) => user.liftSuspension())
}

/** Signs a user out everywhere. */
export async function endSessions(text: string, options: OwnedProjectOptions): Promise<void> {
  const { user } = await findUser(text, options)
  const { length } = await user.getActiveSessions()
  await user.revokeAllSessions()
  if (options.json) printJson({ id: user.id, ended_sessions: length })
  else print(`${nameOf(user)} is signed out everywhere. Ended sessions: ${length}.`)
}

export async function deleteUser(text: string, options: OwnedProjectOptions & { readonly yes?: true }): Promise<void> {
  const { user, projectName } = await findUser(text, options)
  const question = `Delete ${nameOf(user)} from the project ${projectName}, with all sessions, keys and memberships? This cannot be undone.`
  await requireConfirmation(question, options.yes === true)
  await user.delete()
  if (options.json) printJson({ id: user.id, is_deleted: true })
  else print(`${nameOf(user)} is deleted.`)
}

async function changeUser(
  text: string,
  options: OwnedProjectOptions,
  change: (user: ProjectUser) => Promise<void>,
): Promise<void> {
  const { app, user } = await findUser(text, options)
  await change(user)
  printUser(await requireUser(app, user.id), options.json === true)
}

interface FoundUser {
  readonly app: ProjectApp
  readonly projectName: string
  readonly user: ProjectUser
}

async function findUser(text: string, options: OwnedProjectOptions): Promise<FoundUser> {
  const { app, displayName } = await requireOwnedProject(options)
  return { app, projectName: toPlainText(displayName), user: await requireUser(app, text) }
}

/** The service checks the metadata. */
async function readMetadata(options: UpdateUserOptions): Promise<UserChanges> {
  const read = new Map<MetadataField, unknown>()
  for (const field of metadataFields) {
    const file = options[field]
    if (file !== undefined) read.set(field, await readJsonFile(file))
  }
  return Object.fromEntries(read) as Pick<UserChanges, MetadataField>
}
