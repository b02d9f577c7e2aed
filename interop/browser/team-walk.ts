import type { Mailbox, TestProject } from '@portico/testkit'
import type { Locator, Page } from 'playwright-core'
import { recordProblems, submitPassword } from './steps.ts'

/** A page of a host and its signed-in user. */
export interface SignedInPage {
  readonly page: Page
  readonly email: string
}

interface TeamWalk {
  /** The addresses of the members, oldest member first. */
  readonly membersAfterJoining: readonly (string | null)[]
  readonly membersAfterLeaving: readonly (string | null)[]
  /** Errors of the pages, and refused calls. */
  readonly problems: readonly string[]
}

/**
 * Manages a team on the pages of an official client: the owner creates it in the account settings, renames it and
 * invites a guest by mail. The guest opens the mailed link without a session, signs in, joins, and leaves in the
 * account settings.
 *
 * @param pages each in its own browser profile
 */
export async function walkTeams(
  { portico, project }: { readonly portico: { readonly mailbox: Mailbox }; readonly project: TestProject },
  pages: { readonly owner: SignedInPage; readonly guest: SignedInPage },
): Promise<TeamWalk> {
  const { page: owner, email: ownerEmail } = pages.owner
  const { page: guest, email: guestEmail } = pages.guest
  const problems = [recordProblems(owner), recordProblems(guest)]

  await createTeam(owner, 'Readers')
  await renameTeam(owner, 'Writers')
  await invite(owner, guestEmail)
  await guest.context().clearCookies()
  const link = await portico.mailbox.latestLink(guestEmail)
  await guest.goto(link.href)
  await guest.getByRole('button', { name: 'Sign in', exact: true }).click()
  await submitPassword(guest, guestEmail)
  await guest.getByRole('button', { name: 'Join', exact: true }).click()
  await guest.getByText('You have successfully joined Writers').waitFor()
  const membersAfterJoining = await listMembers(project, ownerEmail)
  await leaveTeam(guest, 'Writers')
  const membersAfterLeaving = await listMembers(project, ownerEmail)
  return { membersAfterJoining, membersAfterLeaving, problems: problems.flat() }
}

async function createTeam(page: Page, name: string): Promise<void> {
  await page.goto('/handler/account-settings')
  await page.getByRole('button', { name: 'Create a team' }).click()
  const form = settingsSection(page, 'Create a Team')
  await form.locator('input').fill(name)
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  await settingsSection(page, 'Team display name').waitFor()
}

async function renameTeam(page: Page, name: string): Promise<void> {
  const section = settingsSection(page, 'Team display name')
  await section.getByRole('button').click()
  await section.locator('input').fill(name)
  await section.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name }).waitFor()
}

async function invite(page: Page, email: string): Promise<void> {
  const section = settingsSection(page, 'Invite member')
  await section.getByPlaceholder('Email').fill(email)
  await section.getByRole('button', { name: 'Invite User' }).click()
  await page.getByRole('cell', { name: email }).waitFor()
}

async function leaveTeam(page: Page, name: string): Promise<void> {
  await page.goto('/handler/account-settings')
  const entry = page.getByRole('button', { name })
  await entry.click()
  const section = settingsSection(page, 'Leave Team')
  await section.getByRole('button', { name: 'Leave team' }).click()
  await section.getByRole('button', { name: 'Leave', exact: true }).click()
  await entry.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Create a team' }).waitFor()
}

/** A part of the account settings with its controls. The page contains a second, hidden copy for narrow screens. */
function settingsSection(page: Page, title: string): Locator {
  const heading = page.getByText(title, { exact: true })
  return page
    .locator('div:visible')
    .filter({ has: heading })
    .filter({ has: page.getByRole('button') })
    .last()
}

/** The addresses of the members in the only team that this user has created, oldest member first. */
async function listMembers(project: TestProject, ownerEmail: string): Promise<(string | null)[]> {
  const server = project.server()
  const { body: owners } = await server.get<{ items: { id: string }[] }>(`/users?query=${ownerEmail}`)
  const { body: teams } = await server.get<{ items: { id: string }[] }>(`/teams?user_id=${owners.items[0]?.id}`)
  const { body: members } = await server.get<{ items: { primary_email: string | null }[] }>(
    `/users?team_id=${teams.items[0]?.id}`,
  )
  return members.items.map(({ primary_email: email }) => email)
}
