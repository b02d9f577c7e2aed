import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

import { Failure } from './failure.ts'
import { optionOrEnvironment, type ProjectOptions } from './settings.ts'

/** A session that is kept between two commands. */
export interface StoredSession {
  readonly apiUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
  /** Whoever reads it is signed in, so the file is for its owner alone. */
  readonly refreshToken: string
}

/** The latest login comes first. */
interface CredentialsFile {
  readonly version: 1
  readonly sessions: readonly StoredSession[]
}

const OWNER_ONLY = 0o600
const OWNER_ONLY_FOLDER = 0o700

/** Where sessions are kept: XDG Base Directory Specification, `%APPDATA%` on Windows. */
export function credentialsPath(): string {
  return join(configFolder(), 'portico', 'credentials.json')
}

function configFolder(): string {
  const named = process.platform === 'win32' ? process.env.APPDATA : process.env.XDG_CONFIG_HOME
  // The specification: paths that are not absolute are to be ignored.
  return named && isAbsolute(named) ? named : join(homedir(), '.config')
}

/** The session the command is about: that of the project that options or environment name, else the latest login. */
export async function findSession(options: ProjectOptions): Promise<StoredSession | null> {
  const projectId = optionOrEnvironment(options.projectId, 'PROJECT_ID')
  const apiUrl = optionOrEnvironment(options.apiUrl, 'API_URL')
  const found = (await readSessions()).find(
    (session) =>
      (projectId === undefined || session.projectId === projectId) &&
      (apiUrl === undefined || session.apiUrl === normalise(apiUrl)),
  )
  if (!found) return null
  const key = optionOrEnvironment(options.publishableClientKey, 'PUBLISHABLE_CLIENT_KEY')
  return key === undefined ? found : { ...found, publishableClientKey: key }
}

/** Keeps the session as the latest one; gives the one it replaces, if there was one for this project. */
export async function keepSession(session: StoredSession): Promise<StoredSession | null> {
  const kept = { ...session, apiUrl: normalise(session.apiUrl) }
  const sessions = await readSessions()
  await writeSessions([kept, ...sessions.filter((other) => !isSameProject(other, kept))])
  return sessions.find((other) => isSameProject(other, kept)) ?? null
}

/** Forgets the session; the last one takes the file with it. */
export async function forgetSession(session: StoredSession): Promise<void> {
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
    throw new Failure(`${path} is not a file this version of portico can read. Remove it and sign in again.`)
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

/** Written beside the file and then put in its place, so that it is never half written or readable by others. */
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

function normalise(apiUrl: string): string {
  return apiUrl.replace(/\/+$/, '')
}
