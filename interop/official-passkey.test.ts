import { createTestPortico, VirtualAuthenticator, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { createOfficialClient, officialVersions, type OfficialClientApp } from './official-client.ts'
import { stubPage } from './page.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { passkey_enabled: true } })
})

afterAll(() => portico.close())

describe.each(officialVersions)('the official client %s, unmodified', (version) => {
  const client = (): Promise<OfficialClientApp> =>
    createOfficialClient(version, {
      baseUrl: portico.baseUrl,
      projectId: project.id,
      publishableClientKey: project.keys.publishable_client_key,
      // To register a passkey, the older client requires a redirect method.
      redirectMethod: 'window',
    })

  test('registers a passkey and signs in with it', async () => {
    stubPage('http://localhost:3000/handler/sign-in')
    stubAuthenticator(new VirtualAuthenticator())
    const owner = await project.signUp()
    const app = await client()
    await app.signInWithCredential({ email: owner.email, password: owner.password, noRedirect: true })
    const user = await app.getUser({ or: 'throw' })

    const registered = await user.registerPasskey()
    const other = await client()
    // The stubbed page never navigates, so the redirect after the sign-in does not complete.
    void other.signInWithPasskey().catch(() => {})

    expect(registered).toMatchObject({ status: 'ok' })
    await expect.poll(async () => (await other.getUser())?.id).toBe(owner.id)
  })
})

describe('the official client 2.8.108, unmodified', () => {
  test('gets a refresh token of the user who confirms a CLI login', async () => {
    const owner = await project.signUp()
    const app = (await createOfficialClient('2.8.108', {
      baseUrl: portico.baseUrl,
      projectId: project.id,
      publishableClientKey: project.keys.publishable_client_key,
    })) as unknown as NewerClientApp

    const result = await app.promptCliLogin({
      appUrl: 'http://localhost:3000',
      waitTimeMillis: 50,
      promptLink: (url) => {
        const loginCode = new URL(url).searchParams.get('login_code')
        void project.client().post('/auth/cli/complete', { login_code: loginCode, refresh_token: owner.refreshToken })
      },
    })

    expect(result).toMatchObject({ status: 'ok' })
    const { body } = await project
      .client()
      .with({ refreshToken: result.data ?? '' })
      .post<{ access_token: string }>('/auth/sessions/current/refresh', {})
    const me = await project.client().with({ accessToken: body.access_token }).get('/users/me')
    expect(me.body).toMatchObject({ id: owner.id })
  })
})

interface NewerClientApp {
  promptCliLogin(options: {
    appUrl: string
    waitTimeMillis: number
    promptLink: (url: string) => void
  }): Promise<{ status: string; data?: string }>
}

/** Provides the Web Authentication API for the library of the clients. */
function stubAuthenticator(authenticator: VirtualAuthenticator): void {
  const bytes = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text, 'base64url')).buffer
  const text = (buffer: BufferSource): string =>
    Buffer.from(buffer instanceof ArrayBuffer ? new Uint8Array(buffer) : new Uint8Array(buffer.buffer)).toString(
      'base64url',
    )
  const credentials = {
    create: ({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) => {
      const { response, ...rest } = authenticator.register({
        challenge: text(publicKey.challenge),
        user: { id: text(publicKey.user.id) },
      })
      return Promise.resolve({
        ...rest,
        rawId: bytes(rest.rawId),
        getClientExtensionResults: () => rest.clientExtensionResults,
        response: {
          clientDataJSON: bytes(response.clientDataJSON),
          attestationObject: bytes(response.attestationObject),
          getTransports: () => response.transports,
        },
      })
    },
    get: ({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }) => {
      const { response, ...rest } = authenticator.authenticate({ challenge: text(publicKey.challenge) })
      return Promise.resolve({
        ...rest,
        rawId: bytes(rest.rawId),
        getClientExtensionResults: () => rest.clientExtensionResults,
        response: {
          clientDataJSON: bytes(response.clientDataJSON),
          authenticatorData: bytes(response.authenticatorData),
          signature: bytes(response.signature),
          ...(response.userHandle !== undefined && { userHandle: bytes(response.userHandle) }),
        },
      })
    },
  }
  vi.stubGlobal('navigator', { onLine: true, credentials })
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.assign(window, { PublicKeyCredential: class {} })
  onTestFinished(() => void vi.unstubAllGlobals())
}
