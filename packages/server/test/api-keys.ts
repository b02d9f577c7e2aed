import type { TeamApiKeyFirstView, UserApiKeyFirstView } from '@portico/contract'
import type { Answer, HttpClient, TestProject, TestUser } from '@portico/testkit'

/** The setting that a test of API keys requires. */
export const withApiKeys = { allow_user_api_keys: true, allow_team_api_keys: true } as const

interface KeyFields {
  readonly description?: string
  readonly expires_at_millis?: number | null
  readonly is_public?: boolean
  readonly user_id?: string
}

export function postUserKey(
  client: HttpClient,
  fields: KeyFields = {},
): Promise<Answer<UserApiKeyFirstView & Answer['body']>> {
  return client.post('/user-api-keys', { description: 'Laptop', expires_at_millis: null, user_id: 'me', ...fields })
}

export function postTeamKey(
  client: HttpClient,
  teamId: string,
  fields: KeyFields = {},
): Promise<Answer<TeamApiKeyFirstView & Answer['body']>> {
  return client.post('/team-api-keys', { description: 'Build', expires_at_millis: null, team_id: teamId, ...fields })
}

export async function createUserKey(
  project: TestProject,
  user: Pick<TestUser, 'accessToken' | 'refreshToken'>,
  fields: KeyFields = {},
): Promise<UserApiKeyFirstView> {
  return (await postUserKey(project.client(user), fields)).body
}

/** Creates a key of a team, as a server. */
export async function createTeamKey(
  project: TestProject,
  teamId: string,
  fields: KeyFields = {},
): Promise<TeamApiKeyFirstView> {
  return (await postTeamKey(project.server(), teamId, fields)).body
}

export function checkUserKey(project: TestProject, key: string): Promise<Answer> {
  return project.server().post('/user-api-keys/check', { api_key: key })
}

export function checkTeamKey(project: TestProject, key: string): Promise<Answer> {
  return project.server().post('/team-api-keys/check', { api_key: key })
}

export function reportKey(client: HttpClient, key: string): Promise<Answer> {
  return client.post('/integrations/credential-scanning/revoke', { api_key: key })
}
