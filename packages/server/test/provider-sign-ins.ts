import type { ProviderSignIn, TestPortico, TestProject } from '@portico/testkit'

export interface Tokens {
  access_token: string
  refresh_token: string
  is_new_user: boolean
}

export interface Me {
  id: string
  primary_email: string | null
  primary_email_verified: boolean
  auth_with_email: boolean
  display_name: string | null
  is_anonymous: boolean
  oauth_providers: { id: string; account_id: string; email: string | null }[]
}

/** Creates a project with four enabled providers and a disabled one. */
export function createProjectWithProviders(portico: TestPortico, config: object = {}): Promise<TestProject> {
  return portico.createProject({
    config: {
      oauth_providers: [
        { id: 'google', type: 'shared' },
        { id: 'github', type: 'standard', client_id: 'look-alike', client_secret: 'look-alike' },
        { id: 'spotify', type: 'shared' },
        { id: 'apple', type: 'standard', client_id: 'look-alike', client_secret: 'look-alike' },
        { id: 'discord', type: 'standard', client_id: 'look-alike', client_secret: 'look-alike', enabled: false },
      ],
      ...config,
    },
  })
}

export async function tokensOf(signIn: ProviderSignIn): Promise<Tokens> {
  const answer = await signIn.exchange<Tokens>()
  if (answer.status !== 200) throw new Error(`The exchange was refused: ${answer.text}`)
  return answer.body
}

export async function me(of: TestProject, tokens: Tokens): Promise<Me> {
  const answer = await of
    .client({ accessToken: tokens.access_token, refreshToken: tokens.refresh_token })
    .get<Me>('/users/me')
  return answer.body
}
