import type { TeamServerRead } from '@portico/contract'
import {
  someEmail,
  type Answer,
  type HttpClient,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'

import { statement } from '../src/kernel/statement.ts'

export const callback_url = 'http://localhost:3000/handler/team-invitation'

export interface TestTeam {
  readonly id: string
  /** Has the default permissions of a creator. */
  readonly creator: TestUser
}

export async function createTeam(project: TestProject, displayName = 'Reading circle'): Promise<TestTeam> {
  const creator = await project.signUp()
  const fields = { display_name: displayName, creator_user_id: creator.id }
  const { body } = await project.server().post<TeamServerRead>('/teams', fields)
  return { id: body.id, creator }
}

/** Makes a new user a member with exactly these permissions. */
export async function addMember(
  { database: { db } }: TestPortico,
  project: TestProject,
  teamId: string,
  permissionIds: readonly string[],
): Promise<TestUser> {
  const user = await project.signUp()
  await project.server().post(`/team-memberships/${teamId}/${user.id}`, {})
  await db.run(statement`
    delete from team_permissions where project_id = ${project.id} and team_id = ${teamId} and user_id = ${user.id}`)
  await db.run(statement`
    insert into team_permissions (project_id, team_id, user_id, permission_key)
    select ${project.id}, ${teamId}::uuid, ${user.id}::uuid, unnest(${permissionIds}::text[])`)
  return user
}

export function sendInvitation(
  client: HttpClient,
  teamId: string,
  email = someEmail(),
): Promise<Answer<{ success: true; id: string }>> {
  return client.post('/team-invitations/send-code', { team_id: teamId, email, callback_url })
}

export interface TestInvitation {
  readonly id: string
  readonly team: TestTeam
  readonly email: string
  readonly code: string
}

/** Invites an address to a team and reads the code from the mail. By default, the creator of a new team invites. */
export async function invite(
  { mailbox }: TestPortico,
  project: TestProject,
  { email = someEmail(), team: given }: { readonly email?: string; readonly team?: TestTeam } = {},
): Promise<TestInvitation> {
  const team = given ?? (await createTeam(project))
  const { body } = await sendInvitation(project.client(team.creator), team.id, email)
  return { id: body.id, team, email, code: await mailbox.latestCode(email) }
}

export function accept(client: HttpClient, code: string): Promise<Answer> {
  return client.post('/team-invitations/accept', { code })
}

export function check(client: HttpClient, code: string): Promise<Answer> {
  return client.post('/team-invitations/accept/check-code', { code })
}

export function acceptById(client: HttpClient, id: string, userId = 'me'): Promise<Answer> {
  return client.post(`/team-invitations/${id}/accept?user_id=${userId}`, {})
}

export async function countMemberships(
  { database: { db } }: TestPortico,
  { id }: TestProject,
  teamId: string,
): Promise<Record<string, number>> {
  const { rows } = await db.run(statement<{ userId: string }>`
    select user_id as "userId" from team_members where project_id = ${id} and team_id = ${teamId}`)
  return Object.fromEntries(rows.map(({ userId }) => [userId, rows.filter((row) => row.userId === userId).length]))
}

/** Signs up a user who has proved the ownership of the address. */
export async function signUpVerified(
  { mailbox }: TestPortico,
  project: TestProject,
  email = someEmail(),
): Promise<TestUser> {
  const user = await project.signUp(email)
  const code = await mailbox.latestCode(email)
  await project.client(user).post('/contact-channels/verify', { code })
  return user
}
