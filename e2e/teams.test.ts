import type { TestSession } from '@portico/testkit'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { Demo } from './demo.ts'
import { expectGoodLooks } from './looks.ts'
import { createPerson, expectVisible, field, heading, sendSignIn } from './steps.ts'
import { addMember, applyDemoSeed, createTeam, invite, membersOf, type TestTeam } from './teams.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
  await applyDemoSeed(demo.project)
})

async function openAs(user: TestSession, path: string): Promise<Page> {
  return (await demo.visitorAs(user)).open(path)
}

/** Opens the section of a team in the account settings. */
async function openTeam(user: TestSession, { id, name }: TestTeam): Promise<Page> {
  const page = await openAs(user, `/handler/account-settings#team-${id}`)
  await heading(page, name).waitFor()
  // The profile and the rest of the section load independently.
  await row(page, 'Your picture').waitFor()
  await row(page, 'Leave team').waitFor()
  return page
}

function row(page: Page, label: string): Locator {
  return page.getByRole('group', { name: label, exact: true })
}

function button(within: Locator | Page, name: string): Locator {
  return within.getByRole('button', { name, exact: true })
}

/** The names of the rows in the open section. */
function rowsOf(page: Page): Promise<string[]> {
  return page.locator('.portico-row-label').allInnerTexts()
}

describe('the settings of teams', () => {
  test('create a team, switch between teams, and leave', async () => {
    const user = await demo.project.signUp()
    const page = await openAs(user, '/handler/account-settings#team-creation')
    for (const name of ['Difference Engine', 'Analytical Engine']) {
      await page.getByRole('link', { name: 'Create a team' }).click()
      await field(page, 'Team name').fill(name)
      await button(page, 'Create team').click()
      await heading(page, name).waitFor()
    }

    await page.getByRole('link', { name: 'Marginalia' }).click()
    await page.getByRole('link', { name: 'Reading groups' }).click()
    await button(page, 'Analytical Engine').click()
    await page.getByRole('menuitem', { name: 'Difference Engine', exact: true }).click()
    // The link leads to the selected team.
    await button(page, 'Difference Engine').waitFor()
    await page.getByRole('link', { name: 'Settings and API keys of the group' }).click()
    await heading(page, 'Difference Engine').waitFor()
    await button(row(page, 'Leave team'), 'Leave…').click()
    await page.getByText('You are the last member.').waitFor()
    await button(row(page, 'Leave team'), 'Leave team').click()
    await page.getByText('You are no longer a member of Difference Engine.').waitFor()

    const { body } = await demo.project.client(user).get<{ items: object[] }>('/teams?user_id=me')
    expect(body.items).toMatchObject([{ display_name: 'Analytical Engine' }])
    expect(await page.getByRole('navigation').getByText('Difference Engine').count()).toBe(0)
  })

  test('let an administrator invite by mail, withdraw, change roles and remove members', async () => {
    const team = await createTeam(demo, 'Subcommittee on Tables')
    const member = await addMember(demo, team, 'Mary Somerville')
    const { email } = createPerson()
    const page = await openTeam(team.owner, team)
    const rows = await rowsOf(page)

    const invitations = row(page, 'Invitations')
    await button(invitations, 'Invite…').click()
    await invitations.getByLabel('Email').fill(email)
    await button(invitations, 'Send invitation').click()
    await invitations.getByText(`Invitation sent to ${email}.`).waitFor()
    const link = await demo.portico.mailbox.latestLink(email)
    await button(invitations, `Options for ${email}`).click()
    await page.getByRole('menuitem', { name: 'Withdraw…' }).click()
    await button(invitations, 'Withdraw invitation').click()
    await invitations.getByText('No open invitations').waitFor()
    const members = row(page, 'Members')
    await button(members, 'Options for Mary Somerville').click()
    await page.getByRole('menuitem', { name: 'Change roles' }).click()
    await members.getByLabel('choose_book').check()
    await button(members, 'Save').click()
    await members.getByText('Roles changed.').waitFor()
    const permissions = `/team-permissions?team_id=${team.id}&user_id=${member.id}`
    const { body } = await demo.project.server().get<{ items: { id: string }[] }>(permissions)
    await button(members, 'Options for Mary Somerville').click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    await button(members, 'Remove member').click()
    await members.getByText('Member removed.').waitFor()

    expect(rows).toEqual([
      'Your picture',
      'Your name',
      'Team picture',
      'Team name',
      'Second factor required',
      'Members',
      'Invitations',
      'API keys',
      'Leave team',
      'Delete team',
    ])
    expect(link.href).toContain(`${demo.url}/handler/team-invitation?code=`)
    expect(body.items.map(({ id }) => id)).toEqual(['choose_book', 'team_member'])
    expect(await membersOf(demo, team)).toEqual([team.owner.id])
  })

  test('let a plain member see the others, invite and leave, but change nothing', async () => {
    const team = await createTeam(demo, 'Subcommittee on Cards')
    const member = await addMember(demo, team, 'Joseph Clement')
    await invite(demo, team, createPerson().email)
    const page = await openTeam(member, team)
    const rows = await rowsOf(page)
    await page.getByText('2 people').waitFor()
    const options = await row(page, 'Members').getByRole('button').count()
    await button(row(page, 'Invitations'), 'Invite…').waitFor()

    await button(row(page, 'Leave team'), 'Leave…').click()
    await button(row(page, 'Leave team'), 'Leave team').click()
    await page.getByText('You are no longer a member of Subcommittee on Cards.').waitFor()

    expect(rows).toEqual(['Your picture', 'Your name', 'Members', 'Invitations', 'Leave team'])
    expect(options).toBe(0)
    expect(await membersOf(demo, team)).toEqual([team.owner.id])
  })
})

/** Wider than a phone. */
const longName = 'Night owls of the Society for the Diffusion of Useful Knowledge'

describe('the page of reading groups', () => {
  test('lets the administrator choose the book and decide who else may', async () => {
    const page = await openAs(await demo.project.signUp(), '/groups')
    await field(page, 'Name of a new group').waitFor()
    await field(page, 'Name of a new group').fill(longName)
    await button(page, 'Start group').click()
    await heading(page, 'No book yet').waitFor()
    await button(page, 'Choose a book').click()
    await field(page, 'Title').fill('Middlemarch')
    await field(page, 'Author').fill('George Eliot')
    await button(page, 'Read this').click()
    await heading(page, 'Middlemarch').waitFor()
    await page.getByText('You chose it').waitFor()

    const reader = await demo.project.signUp()
    const verified = { display_name: 'Grace Hopper', primary_email_verified: true }
    await demo.project.server(reader).patch('/users/me', verified)
    await field(page, 'E-mail of another reader').fill(reader.email)
    await button(page, 'Invite').click()
    await page.getByText(`The invitation to ${reader.email} is on its way.`).waitFor()
    await demo.portico.mailbox.latestLink(reader.email)
    const readerPage = await openAs(reader, '/groups')
    await button(readerPage, `Join ${longName}`).waitFor()
    await expectGoodLooks(readerPage, 'reading groups invited')
    await button(readerPage, `Join ${longName}`).click()
    await heading(readerPage, 'Middlemarch').waitFor()
    await readerPage.getByText('Only members with the permission to choose books can change this.').waitFor()
    const offered = await button(readerPage, 'Choose another book').count()

    await page.reload()
    const grace = page.getByRole('listitem').filter({ hasText: 'Grace Hopper' }).getByRole('checkbox')
    await grace.check()
    await expectGoodLooks(page, 'reading group')
    await readerPage.reload()
    await button(readerPage, 'Choose another book').click()
    await field(readerPage, 'Title').fill('The Difference Engine')
    await field(readerPage, 'Author').fill('William Gibson and Bruce Sterling')
    await button(readerPage, 'Read this').click()
    await heading(readerPage, 'The Difference Engine').waitFor()
    await page.reload()
    await page.getByText('Grace Hopper chose it').waitFor()
    await grace.uncheck()
    await expect.poll(() => grace.isEnabled()).toBe(true)
    await readerPage.reload()

    await expectVisible(readerPage.getByText('Only members with the permission to choose books can change this.'))
    expect(offered).toBe(0)
  })

  test('asks for a sign-in, says what could not be loaded, and lists the groups', async () => {
    const team = await createTeam(demo, 'Early birds')
    const visitor = await demo.visitor()
    visitor.expectProblem(/status of 404/)
    const page = await visitor.open('/groups')
    await page.route('**/api/v1/teams?**', (route) => route.fulfill({ status: 404, body: 'not now' }))
    await sendSignIn(page, team.owner)
    await page.getByText('Your groups could not be loaded.').waitFor()

    await page.unrouteAll()
    await button(page, 'Try again').click()
    await button(page, 'Open Early birds').waitFor()
    await expectGoodLooks(page, 'reading groups several')
    await button(page, 'Open Early birds').click()

    await expectVisible(heading(page, 'No book yet'))
  })
})
