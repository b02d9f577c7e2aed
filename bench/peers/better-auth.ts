// better-auth on Node with PostgreSQL, set up as in its documentation, with rate limits off.
import { createServer } from 'node:http'

import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { jwt } from 'better-auth/plugins/jwt'
import pg from 'pg'

const port = Number(process.env['PORT'])
const auth = betterAuth({
  baseURL: `http://127.0.0.1:${port}`,
  secret: process.env['BETTER_AUTH_SECRET'] ?? '',
  database: new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 }),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  plugins: [
    jwt({
      // In favour of better-auth: otherwise each session read would also sign a token.
      disableSettingJwtHeader: true,
      // The algorithm of Portico's access tokens.
      jwks: { keyPairConfig: { alg: 'ES256' } },
    }),
  ],
})

const { runMigrations } = await getMigrations(auth.options)
await runMigrations()
createServer((request, response) => void toNodeHandler(auth)(request, response)).listen(port, '127.0.0.1')
