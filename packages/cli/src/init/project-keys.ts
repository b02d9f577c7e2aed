import { basename } from 'node:path'

import { canAsk } from '../kernel/confirm.ts'
import { note } from '../kernel/output.ts'
import { toPlainText } from '../kernel/plain-text.ts'
import { readDays } from '../kernel/settings.ts'
import { KEY_DAYS } from '../owner/keys.ts'
import {
  createOwnedProject,
  requireOwnedProject,
  requireOwner,
  type OwnedProject,
  type SignedInOwner,
} from '../owner/owner-app.ts'
import { findOwnerSession } from '../session/credentials.ts'
import { loginAsOwner } from '../session/login.ts'
import type { MissingKeys } from './missing-keys.ts'

/** What is created in the service for an app. */
export type KeyRequest =
  | { readonly creates: 'project'; readonly name: string }
  /** Keys of an existing project. Without an id: the one of `portico project use`, or the only one. */
  | { readonly creates: 'keys'; readonly projectId: string | undefined }

/** Returns the project that gets the keys, and creates it if it is a new one. */
export type OpenProject = () => Promise<OwnedProject>

export interface CreatedKeys {
  /** The id of the key set. */
  readonly id: string
  readonly project: OwnedProject
  readonly expiresAt: Date
  /** Keys that the app does not need are empty. */
  readonly values: {
    readonly projectId: string
    readonly publishableClientKey: string
    readonly secretServerKey: string
  }
  /** Revokes the keys, because the app did not get them. */
  revoke(): Promise<void>
}

/** The owner who is signed in. If a person can be asked, the login starts without one. */
export async function signInOwner(apiUrl: string, mayAsk: boolean): Promise<SignedInOwner> {
  if (mayAsk && (await findOwnerSession(apiUrl)) === null) await loginAsOwner(apiUrl)
  return requireOwner({ apiUrl })
}

/** Checks that the owner is signed in and owns the project. Changes nothing. */
export async function findProject(request: KeyRequest, apiUrl: string, mayAsk: boolean): Promise<OpenProject> {
  const owner = await signInOwner(apiUrl, mayAsk && canAsk())
  if (request.creates === 'keys') {
    const { projectId } = request
    const project = await requireOwnedProject({ apiUrl, ...(projectId !== undefined && { projectId }) })
    return async () => project
  }
  return async () => {
    const project = await createOwnedProject(owner, request.name)
    note(`The project ${toPlainText(project.displayName)} (${project.id}) is created.`)
    return project
  }
}

/** Creates the keys that an app lacks. */
export async function createKeysOf(project: OwnedProject, missing: MissingKeys, folder: string): Promise<CreatedKeys> {
  const set = await project.app.createInternalApiKey({
    // A name of a folder has at most 255 bytes, and a description 256 characters.
    description: `portico init: ${basename(folder).slice(0, 200)}`,
    expiresAt: readDays(KEY_DAYS),
    hasPublishableClientKey: missing.publishableClientKey,
    hasSecretServerKey: missing.secretServerKey,
    hasSuperSecretAdminKey: false,
  })
  return {
    id: set.id,
    project,
    expiresAt: set.expiresAt,
    values: {
      projectId: project.id,
      publishableClientKey: set.publishableClientKey ?? '',
      secretServerKey: set.secretServerKey ?? '',
    },
    revoke: () => set.revoke(),
  }
}
