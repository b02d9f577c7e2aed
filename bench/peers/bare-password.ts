// The work of every password sign-in: a Hono server that reads a person, checks the password with the service's cost,
// one hash per core at a time, and stores a session. A sign-up also stores the person.
import { randomBytes, randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'

import { serve } from '@hono/node-server'
import { hash, verify, type Algorithm } from '@node-rs/argon2'
import { Hono } from 'hono'
import pg from 'pg'

interface Credentials {
  readonly email: string
  readonly password: string
}

const argon2id: Algorithm.Argon2id = 2
const cost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const TOKEN_BYTES = 32

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const app = new Hono()

app.get('/ready', (context) => context.text('ready'))

app.post('/sign-in', async (context) => {
  const { email, password } = await context.req.json<Credentials>()
  const { rows } = await pool.query<{ id: string; password_hash: string }>({
    name: 'person',
    text: 'select id, password_hash from people where email = $1',
    values: [email],
  })
  const [person] = rows
  if (!person || !(await inTurn(() => verify(person.password_hash, password)))) return context.json({}, 400)
  const token = randomBytes(TOKEN_BYTES)
  await pool.query({
    name: 'session',
    text: 'insert into sessions (id, person_id, token, created_at) values ($1, $2, $3, $4)',
    values: [randomUUID(), person.id, token, new Date()],
  })
  return context.json({ token: token.toString('base64url') })
})

app.post('/sign-up', async (context) => {
  const { email, password } = await context.req.json<Credentials>()
  const passwordHash = await inTurn(() => hash(password, cost))
  const token = randomBytes(TOKEN_BYTES)
  await pool.query({
    name: 'person-with-session',
    text: `with person as (insert into people (id, email, password_hash) values ($1, $2, $3) returning id)
      insert into sessions (id, person_id, token, created_at) select $4, id, $5, $6 from person`,
    values: [randomUUID(), email, passwordHash, randomUUID(), token, new Date()],
  })
  return context.json({ token: token.toString('base64url') })
})

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env['PORT']) })

let running = 0
const waiting: (() => void)[] = []

/** Runs at most one hash per core. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running === availableParallelism()) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
