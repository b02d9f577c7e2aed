import { sourceCondition } from '../tools/install.mjs'
import { startServer, type ServerProcess } from './processes.ts'
import { query } from './postgres.ts'
import { PASSWORD, send } from './portico.ts'
import type { Lane } from './load.ts'

/** A signed-in user of better-auth, identified by the session cookie. */
export interface CookieUser {
  cookie: string
}

export async function startBareHono(databaseUrl: string, ids: readonly string[]): Promise<ServerProcess> {
  await query(
    databaseUrl,
    'create table people (id uuid primary key, email text not null, display_name text, created_at timestamptz not null)',
  )
  await query(
    databaseUrl,
    `insert into people select id, id || '@example.com', 'Ada Lovelace', now() from unnest($1::uuid[]) as id`,
    [ids],
  )
  return startServer({
    arguments: [sourceCondition, 'bench/peers/bare-hono.ts'],
    readyPath: '/ready',
    env: (port) => ({ PORT: String(port), DATABASE_URL: databaseUrl }),
  })
}

export function readPerson(id: string): Lane {
  return { method: 'GET', path: `/people/${id}`, headers: {} }
}

export async function startBarePasswords(databaseUrl: string): Promise<ServerProcess> {
  await query(
    databaseUrl,
    'create table people (id uuid primary key, email text not null unique, password_hash text not null)',
  )
  await query(
    databaseUrl,
    `create table sessions (id uuid primary key, person_id uuid not null references people, token bytea not null unique,
       created_at timestamptz not null)`,
  )
  await query(databaseUrl, 'create index sessions_of_person on sessions (person_id)')
  return startServer({
    arguments: [sourceCondition, 'bench/peers/bare-password.ts'],
    readyPath: '/ready',
    env: (port) => ({ PORT: String(port), DATABASE_URL: databaseUrl }),
  })
}

/** A sign-up or sign-in at the bare server. */
export function bareCredentials(act: 'sign-up' | 'sign-in', email: string): Lane {
  return {
    method: 'POST',
    path: `/${act}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  }
}

export function startBetterAuth(databaseUrl: string): Promise<ServerProcess> {
  return startServer({
    arguments: [sourceCondition, 'bench/peers/better-auth.ts'],
    readyPath: '/api/auth/ok',
    env: (port) => ({
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      BETTER_AUTH_SECRET: 'c2VjcmV0IG9mIHRoZSBiZW5jaG1hcmtzIG9ubHk',
      // Turns off better-auth's development features.
      NODE_ENV: 'production',
    }),
  })
}

export async function signUpBetterAuthUsers(
  { origin }: ServerProcess,
  emails: readonly string[],
): Promise<CookieUser[]> {
  return Promise.all(
    emails.map(async (email) => {
      const response = await fetch(`${origin}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ name: 'Ada Lovelace', email, password: PASSWORD }),
      })
      if (!response.ok) throw new Error(`better-auth refused a sign-up: ${response.status} ${await response.text()}`)
      return {
        cookie: response.headers
          .getSetCookie()
          .map((cookie) => cookie.split(';', 1)[0])
          .join('; '),
      }
    }),
  )
}

export function readSession(user: CookieUser): Lane {
  return { method: 'GET', path: '/api/auth/get-session', headers: { cookie: user.cookie } }
}

/** The call that issues a new JWT for an active session, which corresponds to our refresh. */
export function readToken(user: CookieUser): Lane {
  return { method: 'GET', path: '/api/auth/token', headers: { cookie: user.cookie } }
}

export function signInToBetterAuth(server: ServerProcess, email: string): Lane {
  return {
    method: 'POST',
    path: '/api/auth/sign-in/email',
    headers: { 'content-type': 'application/json', origin: server.origin },
    body: JSON.stringify({ email, password: PASSWORD }),
  }
}

/** Requires valid sessions: better-auth answers an unknown session with null and status 200, which would look fast. */
export async function requireSessions(server: ServerProcess, users: readonly CookieUser[]): Promise<void> {
  const [first] = users
  if (!first || (await send(server.origin, readSession(first))) === null) {
    throw new Error('better-auth does not recognize the session that it has just created.')
  }
}
