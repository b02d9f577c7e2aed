import { createHmac, randomBytes } from 'node:crypto'
import { createWriteStream, openAsBlob, writeFileSync, type WriteStream } from 'node:fs'
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { PorticoClientApp, type CurrentUser, type Team } from '@portico/client'
import {
  PorticoAdminApp,
  PorticoInternalApp,
  type ProjectConfiguration,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@portico/client/admin'
import { PorticoServerApp } from '@portico/client/server'
import { internalKeys, someEmail, type HttpClient, type TestPortico, type TestProject } from '@portico/testkit'
import { expect } from 'vitest'

const DAY_MILLIS = 24 * 60 * 60_000

/** The values that examples use without creating them: records of a real service, and functions of the application. */
export interface Surroundings {
  readonly adminApp: PorticoAdminApp<false>
  readonly callbackUrl: string
  readonly clientApp: PorticoClientApp<true>
  readonly createWriteStream: (name: string) => WriteStream
  readonly delivery: WebhookDelivery
  readonly document: ProjectConfiguration
  /** Of a project owner, who is not a user of the project. */
  readonly email: string
  readonly endpoint: WebhookEndpoint
  readonly expect: typeof expect
  readonly exportFor: (owner: { readonly id: string }) => Promise<void>
  readonly file: FileHandle
  readonly from: Date
  readonly http: HttpClient
  readonly internalApp: PorticoInternalApp<true>
  readonly lastFriday: Date
  readonly nextYear: Date
  readonly openAsBlob: (name: string) => Promise<Blob>
  readonly password: string
  readonly pipeline: typeof pipeline
  readonly portico: TestPortico
  readonly project: TestProject
  readonly projectId: string
  readonly Readable: typeof Readable
  /** Of the signed-in user, and also a signed webhook, to a backend of the application. */
  readonly request: Request
  readonly serverApp: PorticoServerApp<false>
  readonly show: (...shown: readonly unknown[]) => void
  readonly team: Team
  readonly user: CurrentUser
  readonly userId: string
  readonly userIds: readonly string[]
  readonly welcome: (address: string | null) => Promise<void>
}

interface CreatedSurroundings {
  readonly values: Surroundings
  /** The environment variables of an application with this code. */
  readonly environmentOf: (code: string) => Readonly<Record<string, string>>
  /** Removes the files that examples have written. */
  readonly remove: () => Promise<void>
}

/** Creates a project with a user, a team and a webhook endpoint. */
export async function createSurroundings(portico: TestPortico): Promise<CreatedSurroundings> {
  const project = await portico.createProject({
    config: {
      allow_team_api_keys: true,
      allow_user_api_keys: true,
      client_team_creation_enabled: true,
      domains: [{ domain: 'https://app.example', handler_path: '/handler' }],
      passkey_enabled: true,
      sign_up_rules: [{ name: 'Applicants', when: { email_domain: ['waiting.example'] }, then: 'hold' }],
    },
  })
  const { keys } = project
  const person = await project.signUp()
  const { password } = person
  const email = someEmail()
  await portico.internal().post('/auth/password/sign-up', { email, password })
  await project.client().post('/auth/password/sign-up', { email: 'kim@waiting.example', password })
  const clientApp = new PorticoClientApp<true>({ ...keys, tokenStore: person, redirectMethod: 'none' })
  const serverApp = new PorticoServerApp<false>({ ...keys, tokenStore: null })
  const urls = { userInvitation: 'https://app.example/handler/user-invitation' }
  const adminApp = new PorticoAdminApp<false>({ ...keys, tokenStore: null, urls })
  const internalApp = new PorticoInternalApp<true>({
    baseUrl: keys.baseUrl,
    publishableClientKey: internalKeys.publishable_client_key,
    tokenStore: 'memory',
    redirectMethod: 'none',
  })
  await internalApp.signInWithCredential({ email, password })
  const user = await clientApp.getUser({ or: 'throw' })
  const team = await user.createTeam({ displayName: 'Editors' })
  const endpoint = await adminApp.createWebhookEndpoint({ url: 'https://shop.example/hooks' })
  const delivery = await adminApp.sendTestWebhook({ endpointId: endpoint.id, eventType: 'user.created' })
  const folder = await mkdtemp(join(tmpdir(), 'portico-examples-'))
  const file = await open(join(folder, 'records.jsonl'), 'w')
  const webhookSecret = `whsec_${randomBytes(24).toString('base64')}`
  const values: Surroundings = {
    adminApp,
    callbackUrl: 'https://app.example/handler/team-invitation',
    clientApp,
    delivery,
    document: await adminApp.exportConfiguration(),
    email,
    endpoint,
    expect,
    file,
    from: new Date(Date.now() - DAY_MILLIS),
    http: project.client(person),
    internalApp,
    lastFriday: new Date(Date.now() - DAY_MILLIS),
    nextYear: new Date(Date.now() + 365 * DAY_MILLIS),
    password,
    pipeline,
    portico,
    project,
    projectId: project.id,
    Readable,
    serverApp,
    team,
    user,
    userId: person.id,
    userIds: [person.id],
    createWriteStream: (name: string) => createWriteStream(join(folder, name)),
    exportFor: async (owner: { readonly id: string }): Promise<void> => void (await serverApp.getTeam(owner.id)),
    openAsBlob: (name: string): Promise<Blob> => {
      writeFileSync(join(folder, name), '[]')
      return openAsBlob(join(folder, name))
    },
    show: (..._shown: readonly unknown[]): void => {},
    welcome: async (_address: string | null): Promise<void> => {},
    get request(): Request {
      const body = JSON.stringify({ type: 'user.created', timestamp: new Date(), data: { primary_email: email } })
      const seconds = String(Math.floor(Date.now() / 1000))
      const key = Buffer.from(webhookSecret.slice('whsec_'.length), 'base64')
      const signature = createHmac('sha256', key).update(`message.${seconds}.${body}`).digest('base64')
      return new Request('https://app.example/hooks', {
        method: 'POST',
        headers: {
          'x-stack-auth': JSON.stringify({ accessToken: person.accessToken, refreshToken: person.refreshToken }),
          'webhook-id': 'message',
          'webhook-timestamp': seconds,
          'webhook-signature': `v1,${signature}`,
        },
        body,
      })
    },
  }
  return {
    values,
    environmentOf: (code: string) => ({
      PORTICO_API_URL: keys.baseUrl,
      PORTICO_PROJECT_ID: project.id,
      PORTICO_PUBLISHABLE_CLIENT_KEY: code.includes('PorticoInternalApp')
        ? internalKeys.publishable_client_key
        : keys.publishableClientKey,
      PORTICO_SECRET_SERVER_KEY: keys.secretServerKey,
      PORTICO_SUPER_SECRET_ADMIN_KEY: keys.superSecretAdminKey,
      WEBHOOK_SECRET: webhookSecret,
    }),
    remove: async (): Promise<void> => {
      await file.close()
      await rm(folder, { recursive: true })
    },
  }
}
