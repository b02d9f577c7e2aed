import type { AccessType, SignedIn } from '@portico/contract'
import { HttpClient, someEmail, TEST_PASSWORD, type TestPortico } from '@portico/testkit'

/** Signs up a new user of the project "internal". */
export async function signUpOwner(portico: TestPortico): Promise<SignedIn> {
  const answer = await portico.internal().post<SignedIn>('/auth/password/sign-up', {
    email: someEmail(),
    password: TEST_PASSWORD,
    verification_callback_url: 'http://localhost/verify',
  })
  return answer.body
}

/** Calls a project with an admin access token instead of a key. */
export function asOwner(
  portico: TestPortico,
  projectId: string,
  adminAccessToken: string,
  accessType: AccessType = 'admin',
): HttpClient {
  return new HttpClient(portico.service, { projectId, accessType, key: '', adminAccessToken })
}
