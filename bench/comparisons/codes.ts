import { createHash, randomBytes } from 'node:crypto'

// oxlint-disable-next-line no-restricted-imports -- The benchmark writes codes to the database in the stored form of the service.
import { MasterSecret } from '../../packages/server/src/platform/crypto/master-secret.ts'
import { CONNECTIONS, interleave, ratios, someEmails, type Comparison } from '../comparison.ts'
import { runLoad, type Lane } from '../load.ts'
import { exchangeCodes, readCurrentUser, send, signInWithCodes, signUpUsers, startPortico, SECRET } from '../portico.ts'
import { query } from '../postgres.ts'
import { startWireCounter, type WireCount } from '../wire-count.ts'

const SECONDS = 5
const CODES_PER_LANE = 100
const WARM_UP_CODES_PER_LANE = 30
const CODE_CHARACTERS = 45
const TYPED_CHARACTERS = 6
const REDIRECT_URI = 'http://localhost:3000/handler/oauth-callback'
/** Makes tokens of one process valid in the other, which listens on another port. */
const sameIssuer = { PORTICO_BASE_URL: 'http://127.0.0.1:4100' }
const CODE_VERIFIER = 'a-code-verifier-of-at-least-forty-three-characters'

/**
 * Compares magic-link sign-in and OAuth code exchange with reads of the current user, scaled by the number of
 * statements.
 */
export const codes: Comparison = {
  name: 'codes',
  async run({ postgres, progress }) {
    const emails = someEmails(CONNECTIONS)
    const databaseUrl = await postgres.createDatabase()
    const portico = await startPortico({ ...sameIssuer, DATABASE_URL: databaseUrl })
    await signUpUsers(portico, emails)
    // Use other users for reads: repeated sign-ins end the oldest sessions of a user.
    const readers = await signUpUsers(portico, someEmails(CONNECTIONS, 'reader'))
    // Make them returning users: their address is verified, claimed and signs in by mail.
    await query(databaseUrl, 'update contact_channels set is_verified = true, is_claimed = true')
    await query(databaseUrl, 'update users set otp_auth_enabled = true')

    const lanesOf = {
      currentUser: async () => readers.map(readCurrentUser),
      link: async (perLane: number) => {
        const lanes = emails.map((email) => ({ email, codes: someCodes(perLane) }))
        await writeSignInCodes(databaseUrl, lanes)
        return lanes.map((lane) => signInWithCodes(lane.codes))
      },
      exchange: async (perLane: number) => {
        const lanes = emails.map((email) => ({ email, codes: someCodes(perLane) }))
        await writeAuthorizationCodes(databaseUrl, lanes)
        return lanes.map((lane) => exchangeCodes(lane.codes, REDIRECT_URI, CODE_VERIFIER))
      },
    } satisfies Record<string, (perLane: number) => Promise<Lane[]>>
    const rate = async (name: keyof typeof lanesOf, perLane = CODES_PER_LANE): Promise<number> =>
      (await runLoad({ origin: portico.origin, lanes: await lanesOf[name](perLane), seconds: SECONDS })).rate
    const rates = await interleave(
      { currentUser: () => rate('currentUser'), link: () => rate('link'), exchange: () => rate('exchange') },
      progress,
      { warmUp: (name) => rate(name, WARM_UP_CODES_PER_LANE) },
    )
    await portico.stop()

    const counter = await startWireCounter(databaseUrl)
    const counted = await startPortico({ ...sameIssuer, DATABASE_URL: counter.url })
    const countOf = async (name: keyof typeof lanesOf): Promise<WireCount> => {
      const [first, second] = (await lanesOf[name](2)).map(toSingles).flat()
      if (!first || !second) throw new Error('Counting requires two requests.')
      // The first request loads the project into the cache and prepares the statements of its connection.
      await send(counted.origin, first)
      return counter.count(() => send(counted.origin, second))
    }
    const counts = {
      currentUser: await countOf('currentUser'),
      link: await countOf('link'),
      exchange: await countOf('exchange'),
    }
    await counted.stop()
    counter.stop()

    const share = (values: readonly number[], { statements }: WireCount): number[] =>
      ratios(values, rates.currentUser, (100 * statements) / counts.currentUser.statements)
    const describe = ({ statements, roundTrips }: WireCount): string =>
      `${statements} statements in ${roundTrips} round trips`
    return [
      {
        title: 'Sign-in with a magic link and at a provider',
        conditions: `${CONNECTIONS} connections, ${CONNECTIONS * CODES_PER_LANE} codes per round, written to the database before the round. Counted on the wire with begin and commit, a magic-link sign-in has ${describe(counts.link)}, an OAuth code exchange ${describe(counts.exchange)}, and a read of the current user ${describe(counts.currentUser)}. The share is relative to the rate of reads divided by the number of statements.`,
        series: [
          { name: 'Portico `GET users/me`', unit: 'requests/s', values: rates.currentUser },
          { name: 'Portico magic-link sign-in', unit: 'requests/s', values: rates.link },
          { name: 'Portico OAuth code exchange', unit: 'requests/s', values: rates.exchange },
        ],
        checks: [
          {
            what: 'magic-link sign-in, relative to `users/me` per statement',
            values: share(rates.link, counts.link),
            unit: '%',
            target: { atLeast: 50 },
          },
          {
            what: 'OAuth code exchange, relative to `users/me` per statement',
            values: share(rates.exchange, counts.exchange),
            unit: '%',
            target: { atLeast: 50 },
          },
          {
            what: 'round trips of a magic-link sign-in',
            values: [counts.link.roundTrips],
            unit: '',
            target: { atMost: 6 },
          },
          {
            what: 'round trips of an OAuth code exchange',
            values: [counts.exchange.roundTrips],
            unit: '',
            target: { atMost: 6 },
          },
        ],
      },
    ]
  },
}

interface LaneOfCodes {
  readonly email: string
  readonly codes: readonly string[]
}

function someCodes(count: number): string[] {
  return Array.from({ length: count }, () => randomBytes(CODE_CHARACTERS).toString('hex').slice(0, CODE_CHARACTERS))
}

function toSingles({ bodies = [], ...lane }: Lane): Lane[] {
  return bodies.length === 0 ? [lane, lane] : bodies.map((body) => ({ ...lane, body }))
}

/** Writes sign-in codes in the stored form of a service with this secret. */
async function writeSignInCodes(databaseUrl: string, lanes: readonly LaneOfCodes[]): Promise<void> {
  const secret = new MasterSecret([SECRET])
  const rows = lanes.flatMap(({ email, codes: own }) => own.map((code) => ({ email, code })))
  await query(
    databaseUrl,
    `insert into verification_codes (project_id, kind, code_hash, nonce_hash, address, target, created_at, expires_at)
     select 'internal', 'sign_in', code_hash, nonce_hash, address, jsonb_build_object('email', address), now(), now() + interval '10 minutes'
     from unnest($1::bytea[], $2::bytea[], $3::text[]) as row (code_hash, nonce_hash, address)`,
    [
      rows.map(({ code }) => secret.mac('verification code', code)),
      rows.map(({ code }) => sha256(code.slice(TYPED_CHARACTERS))),
      rows.map(({ email }) => email),
    ],
  )
}

/** Writes authorization codes in the form that the OAuth callback stores. */
async function writeAuthorizationCodes(databaseUrl: string, lanes: readonly LaneOfCodes[]): Promise<void> {
  const rows = lanes.flatMap(({ email, codes: own }) => own.map((code) => ({ email, code })))
  await query(
    databaseUrl,
    `insert into oauth_codes (project_id, code_hash, user_id, redirect_uri, code_challenge, is_new_user, created_at, expires_at)
     select c.project_id, code_hash, c.user_id, $3, $4, false, now(), now() + interval '10 minutes'
     from unnest($1::bytea[], $2::text[]) as row (code_hash, address)
     join contact_channels c on c.project_id = 'internal' and c.value = address`,
    [
      rows.map(({ code }) => sha256(code)),
      rows.map(({ email }) => email),
      REDIRECT_URI,
      sha256(CODE_VERIFIER).toString('base64url'),
    ],
  )
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
