import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { must, PASSWORD, type Scene } from '../dev/scene-builder.ts'
import { componentPages } from './component-page.ts'
import { button, choose, expectVisible, focused, holdCalls, navigatedTo, pressTwice, row, writes } from './steps.ts'

const pages = componentPages()

describe('team switcher', () => {
  test('selects a team with the keyboard alone, returns the focus, and opens the settings', async () => {
    const page = await pages.open('team-switcher')
    const trigger = page.getByRole('button', { name: 'Analytical Engine' })

    await trigger.press('Enter')
    const first = await focused(page)
    await page.keyboard.press('ArrowDown')
    const second = await focused(page)
    await page.keyboard.press('Escape')
    const afterEscape = await focused(page)
    await trigger.press('Enter')
    // The first letters of a name find its entry.
    await page.keyboard.type('dif')
    await page.keyboard.press('Enter')

    const selected = page.getByRole('button', { name: 'Difference Engine' })
    await selected.waitFor()
    expect([first, second, afterEscape]).toEqual(['Analytical Engine', 'Difference Engine', 'Analytical Engine'])
    expect(await focused(page)).toBe('Difference Engine')
    expect(await page.getByRole('menu').isVisible()).toBe(false)
    expect(await writes(page)).toEqual(['PATCH /users/me'])

    await selected.click()
    await page.getByRole('menuitem', { name: 'Settings of Difference Engine' }).click()
    await expect
      .poll(() => navigatedTo(page))
      .toMatch(new RegExp(`/account-settings#team-${(await pages.sceneOf(page)).teamIds[1]}$`))
    await selected.click()
    await page.getByRole('menuitem', { name: 'Create a team' }).click()
    await expect.poll(() => navigatedTo(page)).toMatch(/\/account-settings#team-creation$/)
  })

  test('searches a long list with the keyboard alone', async () => {
    const page = await pages.open('team-switcher-many')
    await page.getByRole('button').press('Enter')

    // The letters arrive in the field.
    await page.keyboard.type('TIDE 24')
    await page.getByText('1 found').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')

    await expectVisible(page.getByRole('button', { name: 'Tide-Predicting Engine 24' }))
  })

  test('navigates after the choice to work without a team', async () => {
    const page = await pages.open('team-switcher-null')
    await page.getByRole('button').click()

    await page.getByRole('menuitem', { name: 'Only me' }).click()

    await expect.poll(() => navigatedTo(page)).toBe('/t/me')
    await page.getByRole('button', { name: 'Only me' }).waitFor()
  })

  test('shows a failure in the menu, and does not navigate', async () => {
    const page = await pages.open('team-switcher-refused')
    await page.getByRole('button').click()

    await page.getByRole('menuitem', { name: 'Difference Engine' }).click()

    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('button', { name: 'Analytical Engine' }).count()).toBe(1)
    expect(await navigatedTo(page)).toBeUndefined()
  })

  test('shows and stores the team that the host passes, and opens no menu if that fails', async () => {
    const page = await pages.open('team-switcher-fixed-refused')
    await page.getByRole('button', { name: 'Difference Engine' }).waitFor()

    await expect.poll(() => writes(page)).toEqual(['PATCH /users/me'])
    await page.waitForTimeout(200)

    expect(await page.getByRole('menu').isVisible()).toBe(false)
  })

  test.each([
    ['the host passes', (page: Page) => button(page, 'Other team').click()],
    [
      'the user chooses',
      async (page: Page) => {
        await button(page, 'Analytical Engine').click()
        await page.getByRole('menuitem', { name: 'Difference Engine' }).click()
      },
    ],
  ])('stores the team that %s while another one is being stored', async (_who, change) => {
    const page = await pages.open('team-switcher-fixed')
    await expect.poll(() => writes(page)).toEqual(['PATCH /users/me'])
    const release = await holdCalls(page, '**/users/me', 'PATCH')
    await button(page, 'Other team').click()
    await expect.poll(() => writes(page)).toHaveLength(2)

    await change(page)
    release()

    await expect.poll(() => writes(page)).toHaveLength(3)
    const { project, session, teamIds } = await pages.sceneOf(page)
    await expect
      .poll(async () => (await project.client(session ?? undefined).get('/users/me')).body)
      .toMatchObject({ selected_team_id: teamIds[1] })
  })

  test('of the host keeps its own choice, stores nothing, and returns to the choice after a failure', async () => {
    const page = await pages.open('team-switcher-own')
    const trigger = page.locator('button.portico-team-switch.of-host')
    expect(await trigger.innerText()).toBe('Select a team')

    await trigger.click()
    await page.getByRole('menuitem', { name: 'Analytical Engine' }).click()
    await page.getByRole('button', { name: 'Analytical Engine' }).waitFor()
    await trigger.click()
    await page.getByRole('menuitem', { name: 'Difference Engine' }).click()

    await page.getByRole('alert').waitFor()
    expect(await trigger.locator('.portico-team-name').innerText()).toBe('Analytical Engine')
    expect(await writes(page)).toEqual([])
  })

  test('says that there is no team yet and offers to create one', async () => {
    const page = await pages.open('team-switcher-empty')

    await page.getByRole('button', { name: 'Select a team' }).click()

    await page.getByText('You are not a member of a team').waitFor()
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Create a team'])
  })

  test('offers a retry after a failure, and renders nothing for a signed-out visitor', async () => {
    const page = await pages.open('team-switcher-failed')
    await button(page, 'Load the teams again').click()
    await page.getByRole('button', { name: 'Analytical Engine' }).waitFor()

    const signedOut = await pages.open('team-switcher-signed-out')

    expect(await signedOut.getByRole('button').count()).toBe(1)
  })
})

describe('the page that creates a team', () => {
  test('refuses an empty name, creates one team for a double click, and opens it', async () => {
    const page = await pages.open('team-creation')
    await button(page, 'Create team').click()
    await page.getByText('Please enter a name').waitFor()

    await page.getByLabel('Team name').fill('Jacquard Society')
    await pressTwice(button(page, 'Create team'))

    await expect.poll(() => navigatedTo(page)).toMatch(/\/account-settings#team-[\w-]+$/)
    expect((await writes(page)).filter((call) => call.includes(' /teams'))).toEqual(['POST /teams'])
  })

  test('keeps the typed name when the session ends, and offers a sign-in in place', async () => {
    const page = await pages.open('team-creation')
    const scene = await pages.sceneOf(page)
    const name = page.getByLabel('Team name')
    await name.fill('Jacquard Society')
    await scene.project.client(scene.session ?? undefined).delete('/auth/sessions/current')

    await button(page, 'Create team').click()

    await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('tab').first().waitFor()
    expect(await name.inputValue()).toBe('Jacquard Society')
    expect(await navigatedTo(page)).toBeUndefined()
  })

  test('leads a signed-out visitor to the sign-in page', async () => {
    const page = await pages.open('team-creation-signed-out', { loading: true })

    await expect.poll(() => navigatedTo(page)).toContain('/handler/sign-in')
  })
})

describe('team page', () => {
  test('sends one invitation for a double click, withdraws one and removes a member after a confirmation', async () => {
    const page = await pages.open('settings-team')
    const invitations = row(page, 'Invitations')
    await button(invitations, 'Invite…').press('Enter')
    await button(invitations, 'Send invitation').click()
    await invitations.getByText('Please enter an email address').waitFor()
    await page.keyboard.type('mary@somerville.example')
    await pressTwice(button(invitations, 'Send invitation'))
    await invitations.getByText('Invitation sent to mary@somerville.example.').waitFor()
    await row(page, 'mary@somerville.example').waitFor()
    const focusAfterSending = await focused(page)

    await choose(page, 'luigi.menabrea@accademia.example', 'Withdraw…')
    const focusOfQuestion = await focused(page)
    await button(page, 'Withdraw invitation').click()
    await page.getByText('Invitation withdrawn.').waitFor()
    const focusAfterWithdrawal = await page.evaluate(() => document.activeElement?.className)
    await choose(page, 'Mary Somerville', 'Remove…')
    await button(page, 'Remove member').click()
    await page.getByText('Member removed.').waitFor()

    expect([focusAfterSending, focusOfQuestion, focusAfterWithdrawal]).toEqual([
      'Invite…',
      'Cancel',
      'portico-row-list',
    ])
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('portico-row-list')
    expect(await row(page, 'Mary Somerville').count()).toBe(0)
    expect(await row(page, 'luigi.menabrea@accademia.example').count()).toBe(0)
    expect(await writes(page)).toEqual([
      'POST /team-invitations/send-code',
      expect.stringMatching(/^DELETE \/team-invitations\//),
      expect.stringMatching(/^DELETE \/team-memberships\//),
    ])
  })

  test('sends no second invitation while one is being sent', async () => {
    const page = await pages.open('settings-team')
    const release = await holdCalls(page, '**/team-invitations/send-code')
    const name = 'luigi.menabrea@accademia.example'
    await choose(page, name, 'Send again')

    await button(page, `Options for ${name}`).click()

    const disabled = page.getByRole('menuitem', { disabled: true })
    expect(await disabled.allInnerTexts()).toEqual([
      'Send again\nOne moment, please.',
      'Withdraw…\nOne moment, please.',
    ])
    release()
    await expect.poll(() => disabled.count()).toBe(0)
  })

  test('shows a long list in pages, moves the focus to the next page, and searches it', async () => {
    const page = await pages.open('settings-team-many')
    const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
    const teams = page.getByRole('list', { name: 'Teams' }).getByRole('link')
    await button(page, 'Show 20 more').first().press('Enter')
    const focusOfMembers = await page.evaluate(() => document.activeElement?.textContent)
    await button(page, 'Show 10 more').press('Enter')
    const focusOfTeams = await focused(page)
    const counts = [await members.count(), await teams.count()]

    await page.getByRole('searchbox', { name: 'Search members' }).fill('ember 37')
    await page.getByRole('searchbox', { name: 'Search teams' }).fill('no such team')

    await expect.poll(() => members.count()).toBe(1)
    expect(counts).toEqual([40, 20])
    expect(focusOfMembers).toContain('Member 21')
    expect(focusOfTeams).toBe('Analytical Engine 11')
    expect(await teams.count()).toBe(0)
  })

  test('grants and revokes exactly the roles that changed', async () => {
    const page = await pages.open('settings-team')
    const member = row(page, 'Giovanni Plana of the Academy of Sciences at Turin')
    await member.getByText('proof_reader').waitFor()
    const before = await member.innerText()
    // Only another manager can change a member's roles, so that the last manager cannot lock the team out by mistake.
    expect(await button(page, 'Options for Ada Lovelace').count()).toBe(0)
    await choose(page, 'Giovanni Plana of the Academy of Sciences at Turin', 'Change roles')
    const form = page.getByRole('group', { name: /^Roles of Giovanni Plana/ })
    // Users cannot grant or revoke permissions that they lack.
    expect(await form.getByLabel('proof_reader').isDisabled()).toBe(true)

    await form.getByLabel('Administrator').check()
    await form.getByLabel('Invite people').uncheck()
    await button(page, 'Save').click()

    await page.getByText('Roles changed.').waitFor()
    await member.getByText('Administrator').waitFor()
    expect(before).toMatch(/proof_reader\nMember\nInvite people/)
    expect(await member.getByText('Invite people').count()).toBe(0)
    expect((await writes(page)).map((call) => call.replace(/^(\w+) .*\//, '$1 '))).toEqual([
      'POST team_admin',
      'DELETE %24invite_members',
    ])
  })

  test('requires a second factor after a question, by the keyboard alone, says until when, and no longer requires it', async () => {
    const page = await pages.open('settings-team-factor')
    const requirement = row(page, 'Second factor required')
    await button(requirement, 'Switch on…').press('Enter')
    await page.getByText('Require a second factor of all members?').waitFor()
    const focusOfQuestion = await focused(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await requirement.getByText('Each member needs an authenticator app or a passkey.').waitFor()
    const focusAfterwards = await focused(page)
    await page.getByRole('link', { name: 'Sign-in and security' }).click()
    await page.getByText(/^Set up a second factor by /).waitFor()
    await page.goBack()

    await button(requirement, 'Switch off…').click()
    await pressTwice(button(page, 'Switch off'))
    await button(requirement, 'Switch on…').waitFor()

    expect([focusOfQuestion, focusAfterwards]).toEqual(['Cancel', 'Switch off…'])
    expect(await writes(page)).toEqual([
      expect.stringMatching(/^PATCH \/teams\//),
      expect.stringMatching(/^PATCH \/teams\//),
    ])
  })

  test('shows the set-up at once if the app gives no time to set up the second factor', async () => {
    const page = await pages.open('settings-team-factor')
    const { project } = await pages.sceneOf(page)
    await must(project.admin().patch('/internal/projects/current', { config: { second_factor_grace_days: 0 } }))
    await button(row(page, 'Second factor required'), 'Switch on…').click()

    await button(page, 'Switch on').click()

    await expectVisible(page.getByText('Set up a second factor to use your account.'))
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('warns the last manager before leaving', async () => {
    const page = await pages.open('settings-team-last-manager')

    await button(page, 'Leave…').click()

    await expectVisible(page.getByText('You are the only member who can manage this team.'))
  })

  test('offers a member with few rights only to leave, and reports once that the user has left a team', async () => {
    const page = await pages.open('settings-team-few-rights')
    await row(page, 'Your name').waitFor()
    const labels = await page.locator('.portico-row-label').allInnerTexts()
    await button(page, 'Leave…').click()
    await page.locator('.portico-confirm').waitFor()
    const warnings = await page.locator('.portico-warning').count()
    await page.getByRole('link', { name: 'Analytical Engine' }).click()
    await row(page, 'Delete team').waitFor()
    await button(page, 'Leave…').click()
    await pressTwice(button(page, 'Leave team'))
    await page.getByText('You are no longer a member of Analytical Engine.').waitFor()
    const focus = await focused(page)

    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await page.goBack()
    await page.getByRole('heading', { name: 'Profile' }).waitFor()

    expect(labels).toEqual(['Your picture', 'Your name', 'Leave team'])
    expect(warnings).toBe(0)
    expect(focus).toBe('You are no longer a member of Analytical Engine.')
    expect(await writes(page)).toEqual([expect.stringMatching(/^DELETE \/team-memberships\/[^/]+\/me$/)])
    expect(await page.getByText('You are no longer a member').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Analytical Engine' }).count()).toBe(0)
  })

  test('creates one team for a double click, opens its page, and deletes it after a confirmation', async () => {
    const page = await pages.open('settings-team-creation')
    await button(page, 'Create team').click()
    await page.getByText('Please enter a name').waitFor()
    await page.getByLabel('Team name').fill('Jacquard Society')
    await pressTwice(button(page, 'Create team'))
    await page.getByRole('heading', { name: 'Jacquard Society' }).waitFor()
    await row(page, 'Members').getByText('Only you').waitFor()
    const focusOfTeam = await focused(page)

    await button(page, 'Delete team…').click()
    const focusOfQuestion = await focused(page)
    await button(page, 'Delete team permanently').click()
    await page.getByText('Jacquard Society is deleted.').waitFor()

    expect([focusOfTeam, focusOfQuestion]).toEqual(['Jacquard Society', 'Keep team'])
    expect((await writes(page)).filter((call) => call.includes(' /teams'))).toEqual([
      'POST /teams',
      expect.stringMatching(/^DELETE \/teams\//),
    ])
  })

  test('joins a team from the list of received invitations, once for a double click', async () => {
    const page = await pages.open('settings-team-invitations')

    await pressTwice(button(row(page, 'Jacquard Society'), 'Join team'))

    await page.getByRole('heading', { name: 'Jacquard Society' }).waitFor()
    expect(await writes(page)).toEqual([expect.stringMatching(/^POST \/team-invitations\/[^/]+\/accept/)])
    expect(await focused(page)).toBe('Jacquard Society')
  })

  test('offers a retry after a failure, and names a team that is not available', async () => {
    const page = await pages.open('settings-team-failed')
    await button(page, 'Try again').click()
    await page.getByRole('heading', { name: 'Analytical Engine' }).waitFor()

    await page.evaluate(() => (location.hash = '#team-00000000-0000-4000-9000-000000000009'))

    await expectVisible(page.getByText('It was deleted, or you are not a member.'))
  })
})

/** Uses up the address proof of the invitation: its recipient signs up and is deleted. Then closes sign-up. */
async function closeSignUp({ project, email, code }: Scene): Promise<void> {
  const newcomer = { email, password: PASSWORD, team_invitation_code: code }
  const { body } = await must(project.client().post<{ user_id: string }>('/auth/password/sign-up', newcomer))
  await must(project.server().delete(`/users/${body.user_id}`))
  await must(project.admin().patch('/internal/projects/current', { config: { sign_up_enabled: false } }))
}

describe('team invitation page', () => {
  test.each([
    ['team-invitation-elsewhere', 'Open your invitation again'],
    ['team-invitation-invalid', 'Invalid invitation'],
  ])('%s shows "%s"', async (scenario, title) => {
    const page = await pages.open(scenario)

    await page.getByRole('heading', { name: title }).waitFor()

    await expectVisible(button(page, 'Go home'))
  })

  test('joins once for a double click', async () => {
    const page = await pages.open('team-invitation')

    await pressTwice(button(page, 'Join team'))

    await page.getByRole('heading', { name: 'You are now a member' }).waitFor()
    expect((await writes(page)).filter((call) => call === 'POST /team-invitations/accept')).toHaveLength(1)
    expect(await focused(page)).toContain('You are now a member')
  })

  test('leads a restricted user to what ends the restriction, and back', async () => {
    const page = await pages.open('team-invitation-restricted')

    await button(page, 'Join with this account').click()

    await expect.poll(() => navigatedTo(page)).toMatch(/^\/handler\/onboarding\?after_auth_return_to=/)
    expect(await writes(page)).toEqual(['POST /team-invitations/accept/check-code'])
  })

  test('says that the invitation was used in the meantime', async () => {
    const page = await pages.open('team-invitation')
    await button(page, 'Join team').waitFor()
    const { project, session, code } = await pages.sceneOf(page)
    await project.client(session ?? undefined).post('/team-invitations/accept', { code })

    await button(page, 'Join team').click()

    await expectVisible(page.getByRole('heading', { name: 'Used invitation' }))
  })

  test('offers no password while sign-up is closed and the code no longer verifies the address', async () => {
    const page = await pages.open('team-invitation-newcomer')
    await button(page, 'Create account').click()
    await expect.poll(() => navigatedTo(page)).toMatch(/sign-up/)

    await closeSignUp(await pages.sceneOf(page))
    await pages.continueAs(page, 'sign-up', { after_auth_return_to: '/handler/team-invitation' })

    await button(page, 'Send code').waitFor()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toContain('@correspondence')
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
  })

  test('offers a retry if the service does not respond', async () => {
    const page = await pages.open('team-invitation-down')

    await expectVisible(button(page, 'Try again'))
  })
})
