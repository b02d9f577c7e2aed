import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { ProjectConfigUpdate } from '@portico/contract'

type OldSystemConfig = NonNullable<ProjectConfigUpdate['old_system']>

export interface OldUser {
  readonly password: string
  readonly isVerified?: boolean
  readonly name?: string
  readonly hasSecondFactor?: boolean
  readonly isDisabled?: boolean
}

/** How an old system answers a request. */
export type OldSystemMood = 'answers' | 'is slow' | 'is down' | 'limits' | 'is malformed' | 'fails'

interface Question {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: Record<string, unknown>
}

interface Drafted {
  readonly status: number
  readonly body: unknown
}

export interface FakeOldSystem {
  readonly url: string
  readonly users: Map<string, OldUser>
  readonly questions: Question[]
  mood: OldSystemMood
  /** The delay of each answer. */
  delayMillis: number
  close(): Promise<void>
}

const CLIENT_ID = 'client-of-portico'
const CLIENT_SECRET = 'secret-of-the-client'
const ENDPOINT_SECRET = `whsec_${Buffer.from('a key of the endpoint, 32 bytes.').toString('base64')}`

/** The settings of a project for each kind of old system that `startOldSystem` serves. */
export const fakeKinds: Readonly<Record<string, (url: string, endsAtMillis: number) => OldSystemConfig>> = {
  cognito: (url, ends_at_millis) => ({
    type: 'cognito',
    region: 'eu-central-1',
    client_id: CLIENT_ID,
    secret: CLIENT_SECRET,
    base_url: `${url}/cognito`,
    ends_at_millis,
  }),
  firebase: (url, ends_at_millis) => ({ type: 'firebase', api_key: 'AIza-web-key', base_url: url, ends_at_millis }),
  auth0: (url, ends_at_millis) => ({
    type: 'auth0',
    base_url: url,
    client_id: CLIENT_ID,
    secret: CLIENT_SECRET,
    connection: 'Username-Password-Authentication',
    ends_at_millis,
  }),
  endpoint: (url, ends_at_millis) => ({
    type: 'endpoint',
    url: `${url}/check?from=portico`,
    secret: ENDPOINT_SECRET,
    ends_at_millis,
  }),
}

/**
 * Starts a server on loopback that answers as Cognito, Firebase and Auth0 document, and as an owner's endpoint does.
 */
export async function startOldSystem(): Promise<FakeOldSystem> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const path = (request.url ?? '').split('?')[0] ?? ''
      const question = { path, headers: request.headers, text, body: JSON.parse(text) as Record<string, unknown> }
      system.questions.push(question)
      if (system.mood === 'is slow') return
      if (system.mood === 'is down') request.socket.destroy()
      else setTimeout(() => answerInMood(system, question, response), system.delayMillis)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const system: FakeOldSystem = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    users: new Map(),
    questions: [],
    mood: 'answers',
    delayMillis: 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return system
}

function answerInMood({ mood, users }: FakeOldSystem, question: Question, response: ServerResponse): void {
  const speak = speakers[question.path]
  if (!speak) throw new Error(`No old system answers at ${question.path}.`)
  if (mood === 'is malformed') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Maintenance</title>')
    return
  }
  const { body, status } =
    mood === 'answers' ? speak.answer(question, users) : speak[mood === 'limits' ? 'limit' : 'failure']
  const headers = { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '17' }) }
  response.writeHead(status, headers).end(JSON.stringify(body))
}

interface Speaker {
  readonly answer: (question: Question, users: ReadonlyMap<string, OldUser>) => Drafted
  readonly limit: Drafted
  readonly failure: Drafted
}

const speakers: Readonly<Record<string, Speaker>> = {
  '/cognito': {
    answer: ({ body, headers }, users) => {
      const refuse = (type: string, message: string): Drafted => ({ status: 400, body: { __type: type, message } })
      const { AuthFlow, ClientId, AuthParameters } = body as {
        AuthFlow: string
        ClientId: string
        AuthParameters: Record<string, string>
      }
      const { PASSWORD, SECRET_HASH, USERNAME = '' } = AuthParameters
      const expected = createHmac('sha256', CLIENT_SECRET).update(`${USERNAME}${CLIENT_ID}`).digest('base64')
      if (headers['x-amz-target'] !== 'AWSCognitoIdentityProviderService.InitiateAuth')
        return refuse('UnknownOperationException', '')
      if (AuthFlow !== 'USER_PASSWORD_AUTH' || ClientId !== CLIENT_ID)
        return refuse('InvalidParameterException', 'USER_PASSWORD_AUTH flow not enabled for this client')
      if (SECRET_HASH !== expected)
        return refuse('NotAuthorizedException', `Unable to verify secret hash for client ${CLIENT_ID}`)
      const user = users.get(USERNAME)
      if (!user) return refuse('UserNotFoundException', 'User does not exist.')
      if (user.isDisabled) return refuse('NotAuthorizedException', 'User is disabled.')
      if (user.password !== PASSWORD) return refuse('NotAuthorizedException', 'Incorrect username or password.')
      return user.hasSecondFactor
        ? { status: 200, body: { ChallengeName: 'SOFTWARE_TOKEN_MFA', ChallengeParameters: {}, Session: 'AYABe' } }
        : {
            status: 200,
            body: { AuthenticationResult: { AccessToken: 'a', IdToken: idToken(USERNAME, user), TokenType: 'Bearer' } },
          }
    },
    limit: { status: 400, body: { __type: 'NotAuthorizedException', message: 'Password attempts exceeded' } },
    failure: { status: 500, body: { __type: 'InternalErrorException', message: 'Something went wrong' } },
  },
  '/v1/accounts:signInWithPassword': {
    answer: ({ body, headers }, users) => {
      const refuse = (message: string): Drafted => ({
        status: 400,
        body: { error: { code: 400, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } },
      })
      const { email, password, returnSecureToken } = body as Record<string, unknown>
      if (headers['x-goog-api-key'] !== 'AIza-web-key') return refuse('API key not valid. Please pass a valid API key.')
      const user = users.get(String(email))
      if (user?.password !== password || returnSecureToken !== true) return refuse('INVALID_LOGIN_CREDENTIALS')
      if (user?.isDisabled) return refuse('USER_DISABLED')
      const known = { kind: 'identitytoolkit#VerifyPasswordResponse', localId: 'JHdXoA', email, registered: true }
      return user?.hasSecondFactor
        ? { status: 200, body: { ...known, mfaPendingCredential: 'AMtbN', mfaInfo: [{ mfaEnrollmentId: 'x' }] } }
        : { status: 200, body: { ...known, idToken: user && idToken(String(email), user), expiresIn: '3600' } }
    },
    limit: {
      status: 400,
      body: {
        error: {
          code: 400,
          message: 'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled',
        },
      },
    },
    failure: { status: 503, body: { error: { code: 503, message: 'The service is currently unavailable.' } } },
  },
  '/oauth/token': {
    answer: ({ body }, users) => {
      const refuse = (status: number, error: string, error_description: string): Drafted => ({
        status,
        body: { error, error_description },
      })
      const { client_id, client_secret, grant_type, password, realm, username } = body as Record<string, unknown>
      if (client_id !== CLIENT_ID || client_secret !== CLIENT_SECRET)
        return refuse(401, 'access_denied', 'Unauthorized')
      if (grant_type !== 'http://auth0.com/oauth/grant-type/password-realm' || typeof realm !== 'string')
        return refuse(403, 'unauthorized_client', 'Grant type not allowed for the client.')
      const user = users.get(String(username))
      if (user?.password !== password) return refuse(403, 'invalid_grant', 'Wrong email or password.')
      if (user?.isDisabled) return refuse(403, 'unauthorized', 'user is blocked')
      if (user?.hasSecondFactor) return refuse(403, 'mfa_required', 'Multifactor authentication required')
      return {
        status: 200,
        body: { access_token: 'a', id_token: user && idToken(String(username), user), token_type: 'Bearer' },
      }
    },
    limit: {
      status: 429,
      body: { error: 'too_many_attempts', error_description: 'Your account has been blocked after multiple attempts' },
    },
    failure: { status: 500, body: { error: 'server_error', error_description: 'Internal error' } },
  },
  '/check': {
    answer: ({ body, headers, text }, users) => {
      const key = Buffer.from(ENDPOINT_SECRET.slice('whsec_'.length), 'base64')
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`
      if (headers['webhook-signature'] !== `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
        return { status: 401, body: { error: 'wrong signature' } }
      const { data, type } = body as { data: { email: string; password: string }; type: string }
      const user = users.get(data.email)
      if (type !== 'password.check' || !user || user.isDisabled || user.password !== data.password)
        return { status: 200, body: { outcome: 'wrong' } }
      return {
        status: 200,
        body: user.hasSecondFactor
          ? { outcome: 'needs_step' }
          : { outcome: 'right', email_verified: user.isVerified ?? false, display_name: user.name ?? null },
      }
    },
    limit: { status: 429, body: {} },
    failure: { status: 500, body: { outcome: 'wrong' } },
  },
}

function idToken(email: string, { isVerified = false, name }: OldUser): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = { sub: 'JHdXoA', email, email_verified: isVerified, ...(name !== undefined && { name }) }
  return `${encode({ alg: 'RS256' })}.${encode(claims)}.c2lnbmF0dXJl`
}
