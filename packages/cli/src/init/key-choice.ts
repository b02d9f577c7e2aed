import { LABEL_MAX_CODE_POINTS } from '@portico/contract/limits'

import { canAsk } from '../kernel/confirm.ts'
import { exitCodes } from '../kernel/exit-codes.ts'
import { Failure } from '../kernel/failure.ts'
import { note } from '../kernel/output.ts'
import { toPlainText } from '../kernel/plain-text.ts'
import type { MissingKeys } from './missing-keys.ts'
import { signInOwner, type KeyRequest } from './project-keys.ts'
import { askChoice, askText } from './questions.ts'

const PROJECT_NAME = `a name of at most ${LABEL_MAX_CODE_POINTS} characters`

export interface KeyOptions {
  readonly createProject?: string
  readonly createKeys?: true
}

/** The service, and the project that the options or the app name. */
export interface NamedProject {
  readonly apiUrl: string
  readonly projectId: string | undefined
  /** Whether the options or the app have one of its keys. */
  readonly hasKey: boolean
  /** For a new project. */
  readonly suggestedName: string
}

/**
 * Reads from the options, or asks, what to create for the app. Null: nothing, and its author fills in the missing keys.
 *
 * @param mayAsk whether the options allow questions
 */
export async function chooseKeys(
  missing: MissingKeys,
  { apiUrl, projectId, hasKey, suggestedName }: NamedProject,
  { createProject: name, createKeys }: KeyOptions,
  mayAsk: boolean,
): Promise<KeyRequest | null> {
  if (name !== undefined && createKeys) fail('Pass only one of --create-project, --create-keys.')
  if (name !== undefined && !isProjectName(name)) fail(`--create-project needs ${PROJECT_NAME}.`)
  const isWanted = name !== undefined || createKeys === true
  if (!missing.publishableClientKey && !missing.secretServerKey) {
    if (isWanted) note('The app has the keys of a project already. No others are created.')
    return null
  }
  if (projectId === undefined && hasKey) {
    return isWanted
      ? fail('There is a key, but not the id of its project. Pass --project-id, or remove the key.')
      : null
  }
  if (name !== undefined) {
    if (projectId === undefined) return { creates: 'project', name }
    return fail(`The app uses the project ${projectId} already. Pass --create-keys to create the keys that it lacks.`)
  }
  if (createKeys) return { creates: 'keys', projectId }
  if (!mayAsk || !canAsk()) return null
  return projectId === undefined ? askForProject(apiUrl, suggestedName) : askForKeys(projectId)
}

async function askForProject(apiUrl: string, suggestedName: string): Promise<KeyRequest | null> {
  const choice = await askChoice(
    `Which project at ${apiUrl} does the app use?`,
    { new: 'a new one', existing: 'one of mine', none: 'none yet: I fill in the keys myself' },
    '',
  )
  if (choice === 'none') return null
  const { owner } = await signInOwner(apiUrl, true)
  const projects = choice === 'existing' ? await owner.listOwnedProjects() : []
  if (choice === 'existing' && projects.length === 0) note('You have no project yet. It becomes a new one.')
  if (projects.length === 0) return { creates: 'project', name: await askName(suggestedName) }
  const names = projects.map(({ id, displayName }) => [id, `${toPlainText(displayName)} (${id})`])
  return { creates: 'keys', projectId: await askChoice('Which one?', Object.fromEntries(names), '') }
}

async function askForKeys(projectId: string): Promise<KeyRequest | null> {
  const choice = await askChoice(
    `The app lacks keys of the project ${projectId}.`,
    { new: 'create them', none: 'I fill them in myself' },
    '',
  )
  return choice === 'none' ? null : { creates: 'keys', projectId }
}

async function askName(suggested: string): Promise<string> {
  const name = (await askText(`Name of the project [${suggested}]: `, '')) || suggested
  return isProjectName(name) ? name : fail(`A project needs ${PROJECT_NAME}. Nothing was changed.`)
}

/** Checked before the packages are installed. The service has the same limit. */
function isProjectName(name: string): boolean {
  return name.trim() !== '' && [...name].length <= LABEL_MAX_CODE_POINTS
}

function fail(message: string): never {
  throw new Failure(message, exitCodes.usage)
}
