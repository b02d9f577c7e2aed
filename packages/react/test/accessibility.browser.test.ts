import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ComponentPages } from './component-page.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let pages: ComponentPages

beforeAll(async () => {
  pages = await ComponentPages.start()
})

afterAll(() => pages.close())

/** The scenario, optionally followed by a description of the state, and the selectors to click to reach that state. */
const states: Readonly<Record<string, readonly string[]>> = {
  'sign-in': [],
  'sign-in with errors': ['button[type=submit]'],
  'sign-in-loading': [],
  'sign-in-down': [],
  'sign-in-no-method': [],
  'sign-in-extra': [],
  'sign-in-embedded': [],
  'auth-card': [],
  'sign-in-everything': [],
  'sign-in-few-providers': [],
  'sign-in-two-methods': [],
  'magic-link-callback': [],
  'magic-link-callback-expired': [],
  'oauth-callback': [],
  'oauth-callback-slow': [],
  mfa: [],
  'cli-auth-confirm': [],
  'cli-auth-confirm allowed': ['button[data-variant=primary]'],
  'cli-auth-confirm-expired': [],
  'sign-up': [],
  'sign-up with errors': ['button[type=submit]'],
  'sign-up-disabled': [],
  'signed-in': [],
  'sign-out': [],
  'forgot-password': [],
  'password-reset': [],
  'password-reset-expired': [],
  'email-verification': [],
  'email-verification verified': ['button[data-variant=primary]'],
  'email-verification with question': ['button[data-variant=secondary]'],
  'email-verification-own': [],
  'email-verification-added': [],
  'magic-link-callback-removed confirmed': ['button[data-variant=primary]', 'ul.portico-removed'],
  error: [],
  'unknown-page': [],
  'settings-profile': [],
  'settings-auth': [],
  'settings-auth with enrolment': [secondFactorButton('Set up')],
  'settings-auth-careful with replacement': [secondFactorButton('Replace…')],
  'settings-auth-careful with removal': [secondFactorButton('Remove…')],
  'settings-auth-careful with provider menu': ['role=button[name="Connect account"]'],
  codes: [],
  'settings-auth-unverified': [],
  'settings-sessions': [],
  'settings-sessions with question': ['div.portico-danger button'],
  'settings-account with question': ['div.portico-danger button'],
  'user-button with menu': ['button[data-with-info]'],
}

function secondFactorButton(name: string): string {
  return `role=group[name="Second factor"] >> role=button[name="${name}"]`
}

describe('axe', () => {
  test.each(Object.entries(states))('finds no violations in %s, in light and dark mode', async (state, clicks) => {
    const [scenario = ''] = state.split(' ')
    const page = await pages.open(scenario, {
      context: { reducedMotion: 'reduce', bypassCSP: true },
      loading: scenario === 'sign-in-loading',
    })
    for (const selector of clicks) await page.locator(selector).click()
    await page.addScriptTag({ content: axeSource })

    expect(await findViolations(page, { runOnly: tags })).toEqual([])

    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
    await page.locator('.portico-root[data-mode=dark]').first().waitFor()
    // Of all rules, only this one depends on the mode.
    expect(await findViolations(page, { runOnly: ['color-contrast'] })).toEqual([])
  })
})

async function findViolations(page: Page, { runOnly }: { readonly runOnly: readonly string[] }): Promise<string[]> {
  // Wait for fade-in animations: axe measures the colours.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof Axe }
    const { violations } = await axe.run(document, {
      runOnly: [...only],
      // The host provides the landmarks and the first heading of the page around the card.
      rules: {
        region: { enabled: false },
        'landmark-one-main': { enabled: false },
        'page-has-heading-one': { enabled: false },
      },
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  }, runOnly)
}
