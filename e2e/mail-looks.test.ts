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

/**
 * A mail with a code and a link, and a notice. `packages/server/test/mail-looks.browser.test.ts` measures every mail.
 */
const acts: Readonly<Record<string, (project: TestProject, email: string) => Promise<unknown>>> = {
  'a sign-in': (project, email) =>
    project.client().post('/auth/otp/send-sign-in-code', { email, callback_url: `${host}/magic-link-callback` }),
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
