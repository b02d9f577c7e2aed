import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { Demo, demoConfig } from './demo.ts'
import { createPerson, expectVisible, field, heading, homeOf, sendSignIn, submitButton, type Person } from './steps.ts'
import { createTeam, invite, membersOf, type TestTeam } from './teams.ts'

const DAY_MILLIS = 24 * 60 * 60_000

let demo: Demo
let team: TestTeam

beforeAll(async () => {
  demo = await Demo.start()
  team = await createTeam(demo, 'Analytical Engine')
})

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

/** Opens the link of an invitation in a new browser profile without a session. */
async function openSignedOut(link: URL): Promise<Page> {
  return (await demo.visitor()).open(link.href)
}

/** Chooses a password on the sign-up page, which already contains the address. */
async function signUpInvited(page: Page, { email, password }: Person): Promise<void> {
  await button(page, 'Create account').click()
  await page.getByText('Your invitation has verified this address.').waitFor()
  expect(await field(page, 'Email').inputValue()).toBe(email)
  await field(page, 'Password').fill(password)
  await field(page, 'Repeat password').fill(password)
  await submitButton(page).click()
}

describe('the link of an invitation', () => {
  test('leads a visitor with an account through the sign-in, and makes them a member, once', async () => {
    const guest = await demo.project.signUp()
    const link = await invite(demo, team, guest.email)
    const page = await openSignedOut(link)

    await page.getByText('The invited address belongs to an account.').waitFor()
    const offersSignUp = await button(page, 'Create account').count()
    await button(page, 'Sign in').click()
    await sendSignIn(page, guest)
    await heading(page, 'You are invited to a team').waitFor()
    const facts = await page.locator('dd').allInnerTexts()
    await button(page, 'Join team').click()
    await heading(page, 'You are now a member').waitFor()
    await page.goto(link.href)

    await expectVisible(heading(page, 'Used invitation'))
    expect(offersSignUp).toBe(0)
    expect(facts).toEqual(['Analytical Engine', guest.email])
    expect(await membersOf(demo, team)).toContain(guest.id)
  })

  test('names the invited address to another user, who switches to the right account, or joins all the same', async () => {
    const [guest, other] = [await demo.project.signUp(), await demo.project.signUp()]
    const link = await invite(demo, team, guest.email)
    const page = await (await demo.visitorAs(other)).open(link.href)

    await heading(page, 'This invitation is for another address').waitFor()
    const facts = await page.locator('dd').allInnerTexts()
    await button(page, 'Switch account').click()
    await sendSignIn(page, guest)
    await button(page, 'Join team').click()
    await heading(page, 'You are now a member').waitFor()

    expect(facts).toEqual(['Analytical Engine', guest.email, other.email])
    const members = await membersOf(demo, team)
    expect([members.includes(guest.id), members.includes(other.id)]).toEqual([true, false])
    const elsewhere = await createTeam(demo, 'Difference Engine')
    await page.goto((await invite(demo, elsewhere, createPerson().email)).href)
    await button(page, 'Join with this account').click()
    await heading(page, 'You are now a member').waitFor()
    expect(await membersOf(demo, elsewhere)).toContain(guest.id)
  })

  test('leads a visitor without an account through the sign-up, which verifies the address; confirming the mailbox keeps the password', async () => {
    const guest = createPerson()
    const page = await openSignedOut(await invite(demo, team, guest.email))

    await signUpInvited(page, guest)
    await button(page, 'Join team').click()
    await button(page, 'Continue').click()
    await homeOf(page, guest).waitFor()

    await page.getByText('confirmed', { exact: true }).waitFor()
    const mails = await demo.portico.mailbox.to(guest.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['You are invited to a team at Marginalia'])
    await page.goto('/handler/account-settings#auth')
    await button(page, 'Confirm that this is your mailbox').click()
    await page.getByText('Email sent. Check your spam folder as well.').waitFor()
    await page.goto((await demo.portico.mailbox.latestLink(guest.email)).href)
    await button(page, 'Verify').click()
    await heading(page, 'Email verified').waitFor()
    await page.goto('/handler/account-settings#auth')
    await page.getByRole('list', { name: 'Email addresses' }).getByText(guest.email).waitFor()

    expect(await button(page, 'Confirm that this is your mailbox').count()).toBe(0)
    await expectVisible(page.getByRole('group', { name: 'Password', exact: true }).getByText('••••'))
  })

  test('opens the sign-up while it is closed only if the project says so', async () => {
    const settings = (config: object): Promise<unknown> =>
      demo.project.admin().patch('/internal/projects/current', { config })
    const guest = createPerson()
    await settings({ sign_up_enabled: false })
    const page = await openSignedOut(await invite(demo, team, guest.email))
    await page.getByText('New accounts cannot be created at the moment.').waitFor()
    const offersSignUp = await button(page, 'Create account').count()

    await settings({ invited_sign_up_enabled: true })
    await page.reload()
    await signUpInvited(page, guest)

    await expectVisible(button(page, 'Join team'))
    expect(offersSignUp).toBe(0)
    await settings({ ...demoConfig, invited_sign_up_enabled: false })
  })

  test('says that the invitation was revoked or has expired', async () => {
    const emails = [createPerson().email, createPerson().email]
    const [revoked, expired] = await Promise.all(emails.map((email) => invite(demo, team, email)))
    const path = `/team-invitations?team_id=${team.id}`
    const { body } = await demo.project.server().get<{ items: { id: string; recipient_email: string }[] }>(path)
    const { id } = body.items.find((invitation) => invitation.recipient_email === emails[0]) ?? {}
    await demo.project.server().delete(`/team-invitations/${id}?team_id=${team.id}`)

    const page = await openSignedOut(revoked as URL)
    await heading(page, 'Invalid invitation').waitFor()
    demo.portico.clock.advance(8 * DAY_MILLIS)
    await page.goto((expired as URL).href)

    await expectVisible(heading(page, 'Expired invitation'))
  })
})
