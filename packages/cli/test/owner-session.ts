import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { internalKeys, type TestPortico } from '@portico/testkit'

/** Signs up an owner. Returns a function that stores the session of a login as `portico login` does. */
export async function signUpOwner(
  portico: TestPortico,
  apiUrl: string,
): Promise<(configHome: string) => Promise<void>> {
  const { body } = await portico.internal().post<{ refresh_token: string }>('/auth/password/sign-up', {
    email: 'owner@example.com',
    password: 'a quiet place to read',
    verification_callback_url: 'http://localhost/verify',
  })
  const session = {
    apiUrl,
    projectId: 'internal',
    publishableClientKey: internalKeys.publishable_client_key,
    refreshToken: body.refresh_token,
  }
  return async (configHome) => {
    await mkdir(join(configHome, 'portico'), { recursive: true })
    await writeFile(join(configHome, 'portico/credentials.json'), JSON.stringify({ version: 1, sessions: [session] }))
  }
}
