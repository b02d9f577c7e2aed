import { createTestPortico, someEmail, type ReceivedMail, type TestPortico, type TestProject } from '@portico/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareChromium, type BrowserShare } from '../tools/chromium.ts'
import { expectGoodMail } from './looks.ts'

let portico: TestPortico
let browser: BrowserShare
let page: Page

beforeAll(async () => {
  portico = await createTestPortico()
  browser = await shareChromium()
  page = await (await browser.newContext()).newPage()
})

afterAll(async () => {
  await browser.close()
  await portico.close()
})

const host = 'http://localhost:3000/handler'

/** The four mails with a link or a code, and two notices. */
const acts: Readonly<Record<string, (project: TestProject, email: string) => Promise<unknown>>> = {
  'an address': (project, email) => project.signUp(email),
  'a password reset': async (project, email) => {
    await project.signUp(email)
    return project.client().post('/auth/password/send-reset-code', { email, callback_url: `${host}/password-reset` })
  },
  'a sign-in': (project, email) =>
    project.client().post('/auth/otp/send-sign-in-code', { email, callback_url: `${host}/magic-link-callback` }),
  'an invitation': async (project, email) => {
    const creator = await project.signUp()
    await project.client(creator).patch('/users/me', { display_name: 'Wolfeschlegelsteinhausenbergerdorff' })
    const team_id = await project.createTeam({ creator })
    const callback_url = `${host}/team-invitation`
    return project.client(creator).post('/team-invitations/send-code', { team_id, email, callback_url })
  },
  'a changed password': async (project, email) => {
    const user = await project.signUp(email)
    await project.server(user).patch('/users/me', { primary_email_verified: true })
    return project
      .client(user)
      .post('/auth/password/update', { old_password: user.password, new_password: 'another long password' })
  },
  'a removed address': async (project, email) => {
    const user = await project.signUp(email)
    await project.server(user).patch('/users/me', { primary_email_verified: true })
    return project.server(user).patch('/users/me', { primary_email: someEmail() })
  },
}

describe.each(['en', 'de'])('the mails in %s', (locale) => {
  test.each(Object.entries(acts))(
    'about %s are readable in light and dark, and on a narrow phone',
    async (name, act) => {
      const displayName = 'Marginalia Gesellschaft für Randbemerkungen'
      const project = await portico.createProject({
        displayName,
        config: { default_locale: locale, magic_link_enabled: true },
      })
      const email = someEmail()
      await act(project, email)
      const mail: ReceivedMail = await portico.mailbox.latest(email)

      await page.setContent(mail.html)

      await expectGoodMail(page, `mail ${name} ${locale}`)
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale)
      expect(mail.text.startsWith(`${displayName}\n\n`)).toBe(true)
      expect(mail.text).not.toMatch(/[{}<>]|undefined|\n{3}/)
    },
  )
})
