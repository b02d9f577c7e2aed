import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

import { Failure } from '../kernel/failure.ts'
import { readOption, type ProjectOptions } from '../kernel/settings.ts'

/** A session that persists between commands. */
export interface StoredSession {
  readonly apiUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
  /** Grants access to the account, so only the owner may read the file. */
  readonly refreshToken: string
  /** The project that the commands of an owner act on. Only in a session of an owner. */
  readonly usedProjectId?: string
}

/** The project whose users own projects. */
export const OWNERS_PROJECT = 'internal'

/** The latest login comes first. */
interface CredentialsFile {
  readonly version: 1
  readonly sessions: readonly StoredSession[]
}

const OWNER_ONLY = 0o600
const OWNER_ONLY_FOLDER = 0o700

/** Returns the path of the credentials file: XDG Base Directory Specification, `%APPDATA%` on Windows. */
export function credentialsPath(): string {
  return join(configFolder(), 'portico', 'credentials.json')
}

function configFolder(): string {
  const named = process.platform === 'win32' ? process.env.APPDATA : process.env.XDG_CONFIG_HOME
  // The XDG specification requires ignoring relative paths.
  return named && isAbsolute(named) ? named : join(homedir(), '.config')
}

/** Finds the session of the project in the options or the environment; without either, the latest login. */
export async function findSession(options: ProjectOptions): Promise<StoredSession | null> {
  const projectId = readOption(options.projectId, 'PROJECT_ID')
  const apiUrl = readOption(options.apiUrl, 'API_URL')
  const found = (await readSessions()).find(
    (session) =>
      (projectId === undefined || session.projectId === projectId) &&
      (apiUrl === undefined || session.apiUrl === normaliseUrl(apiUrl)),
  )
  if (!found) return null
  // An app's variables contain no key of the project "internal".
  const isOwner = found.projectId === OWNERS_PROJECT
  const key = isOwner
    ? options.publishableClientKey
    : readOption(options.publishableClientKey, 'PUBLISHABLE_CLIENT_KEY')
  return key === undefined ? found : { ...found, publishableClientKey: key }
}

/** Says why `findSession` has found none. */
export async function explainMissingSession(options: ProjectOptions): Promise<string> {
  const projectId = readOption(options.projectId, 'PROJECT_ID')
  if (projectId === undefined) return 'You are not signed in.'
  if (projectId === OWNERS_PROJECT) return 'No owner is signed in.'
  const hint = (await findOwnerSession(options.apiUrl)) ? ' The session of the owner needs --owner.' : ''
  return `You are not signed in to the project ${projectId}.${hint}`
}

/**
 * Finds the session of an owner: at the service in the option or the environment; without either, the latest one. The
 * variables of a project are for other commands.
 */
export async function findOwnerSession(apiUrl: string | undefined): Promise<StoredSession | null> {
  const asked = readOption(apiUrl, 'API_URL')
  const sessions = (await readSessions()).filter(({ projectId }) => projectId === OWNERS_PROJECT)
  return sessions.find((session) => asked === undefined || session.apiUrl === normaliseUrl(asked)) ?? null
}

/** Stores the session as the latest one. Returns the session of the same project that it replaces, or null. */
export async function storeSession(session: StoredSession): Promise<StoredSession | null> {
  const stored = { ...session, apiUrl: normaliseUrl(session.apiUrl) }
  const sessions = await readSessions()
  await writeSessions([stored, ...sessions.filter((other) => !isSameProject(other, stored))])
  return sessions.find((other) => isSameProject(other, stored)) ?? null
}

/** Removes the session from the file. Deletes the file with its last session. */
export async function removeSession(session: StoredSession): Promise<void> {
  const rest = (await readSessions()).filter((other) => !isSameProject(other, session))
  await (rest.length > 0 ? writeSessions(rest) : rm(credentialsPath(), { force: true }))
}

async function readSessions(): Promise<readonly StoredSession[]> {
  const path = credentialsPath()
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return []
  const file = parse(text)
  if (file?.version !== 1 || !Array.isArray(file.sessions)) {
    throw new Failure(`This version of portico cannot read ${path}. Remove the file and sign in again.`)
  }
  return file.sessions
}

function parse(text: string): Partial<CredentialsFile> | null {
  try {
    return JSON.parse(text) as Partial<CredentialsFile> | null
  } catch {
    return null
  }
}

/** Writes a new file and renames it over the old one, so that the file is never incomplete or readable by others. */
async function writeSessions(sessions: readonly StoredSession[]): Promise<void> {
  const path = credentialsPath()
  const file: CredentialsFile = { version: 1, sessions }
  await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY_FOLDER })
  const draft = `${path}.${randomUUID()}`
  try {
    const handle = await open(draft, 'wx', OWNER_ONLY)
    try {
      await handle.writeFile(`${JSON.stringify(file, null, 2)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

function isSameProject(one: StoredSession, other: StoredSession): boolean {
  return one.projectId === other.projectId && one.apiUrl === other.apiUrl
}

function normaliseUrl(apiUrl: string): string {
  return apiUrl.replace(/\/+$/, '')
}
