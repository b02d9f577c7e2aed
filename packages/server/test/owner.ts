import { RECENT_SIGN_IN_MILLIS, type AccessType, type SignedIn } from '@portico/contract'
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

/** Creates a project for a new owner, whose sign-in is no longer recent. */
export async function asOwnerWithoutRecentSignIn(portico: TestPortico, accessType?: AccessType): Promise<HttpClient> {
  const { access_token, refresh_token } = await signUpOwner(portico)
  const { body: own } = await portico
    .internal({ accessToken: access_token })
    .post<{ id: string }>('/internal/projects', { display_name: 'Own' })
  portico.clock.advance(RECENT_SIGN_IN_MILLIS + 1)
  const { body: refreshed } = await portico
    .internal()
    .with({ refreshToken: refresh_token })
    .post<{ access_token: string }>('/auth/sessions/current/refresh', {})
  return asOwner(portico, own.id, refreshed.access_token, accessType)
}
