import { readFileSync } from 'node:fs'
import type { PermissionDefinitionRead } from '@portico/contract'
import type { TestProject, TestUser } from '@portico/testkit'
import type { Demo } from './demo.ts'

/** The settings of teams and API keys in the demo's project. */
const seededSwitches = [
  'client_team_creation_enabled',
  'member_role_management_enabled',
  'allow_user_api_keys',
  'allow_team_api_keys',
] as const

interface SeededProject {
  readonly config: Readonly<Record<(typeof seededSwitches)[number], boolean>>
  readonly team_permission_definitions: readonly PermissionDefinitionRead[]
}

/** Applies the permissions, the settings of teams and the settings of API keys of the demo's seed. */
export async function applyDemoSeed(project: TestProject): Promise<void> {
  const text = readFileSync(new URL('../examples/react-vite/portico.seed.json', import.meta.url), 'utf8')
  const { projects } = JSON.parse(text) as { readonly projects: readonly [SeededProject] }
  const { config, team_permission_definitions: permissions } = projects[0]
  const admin = project.admin()
  const switches = Object.fromEntries(seededSwitches.map((name) => [name, config[name]]))
  await admin.patch('/internal/projects/current', { config: switches })
  for (const { id, ...definition } of permissions) {
    const changed = await admin.patch(`/team-permission-definitions/${id}`, definition)
    if (changed.status === 404) await admin.post('/team-permission-definitions', { id, ...definition })
  }
}

export interface TestTeam {
  readonly id: string
  readonly name: string
  /** The first member, who is an administrator. */
  readonly owner: TestUser
}

/** Creates a team with a new user. */
export async function createTeam({ project }: Demo, name: string): Promise<TestTeam> {
  const owner = await project.signUp()
  const body = { display_name: name, creator_user_id: owner.id }
  const created = await project.server().post<{ id: string }>('/teams', body)
  return { id: created.body.id, name, owner }
}

export async function addMember({ project }: Demo, { id }: TestTeam, displayName: string): Promise<TestUser> {
  const member = await project.signUp()
  await project.server(member).patch('/users/me', { display_name: displayName })
  await project.server().post(`/team-memberships/${id}/${member.id}`, {})
  return member
}

/** Invites an address. Returns the link of the mail. */
export async function invite({ portico, project, url }: Demo, team: TestTeam, email: string): Promise<URL> {
  await project.client(team.owner).post('/team-invitations/send-code', {
    team_id: team.id,
    email,
    callback_url: `${url}/handler/team-invitation`,
  })
  return portico.mailbox.latestLink(email)
}

/** Returns the ids of the members, the first member first. */
export async function membersOf({ project }: Demo, { id }: TestTeam): Promise<string[]> {
  const { body } = await project.server().get<{ items: { user_id: string }[] }>(`/team-member-profiles?team_id=${id}`)
  return body.items.map((member) => member.user_id)
}
