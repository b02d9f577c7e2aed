import type { TestPortico, TestProject } from '@portico/testkit'

/** Longer than an access token is valid. */
const AGO_MILLIS = 60 * 60_000

export interface ExpiredVisitor {
  readonly email: string
  readonly refreshToken: string
  /** The `Cookie` header that the browser sends to an app on plain HTTP. */
  readonly cookies: string
}

/** Signs a user up with the clock one hour back, so that only the refresh token is still valid. */
export async function signUpLongAgo(portico: TestPortico, project: TestProject): Promise<ExpiredVisitor> {
  portico.clock.advance(-AGO_MILLIS)
  const { email, accessToken, refreshToken } = await project.signUp()
  portico.clock.advance(AGO_MILLIS)
  const dated = JSON.stringify({ refresh_token: refreshToken, updated_at_millis: Date.now() - AGO_MILLIS })
  const pair = JSON.stringify([refreshToken, accessToken])
  const cookies = [
    `stack-refresh-${project.id}--default=${encodeURIComponent(dated)}`,
    `stack-access=${encodeURIComponent(pair)}`,
  ]
  return { email, refreshToken, cookies: cookies.join('; ') }
}
