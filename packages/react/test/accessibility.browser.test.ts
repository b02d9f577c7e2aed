/**
 * The states that only the component page shows: components outside the demo, the account settings with every kind of
 * entry, teams, and states that need a prepared service. `e2e/looks.test.ts` and `e2e/method-looks.test.ts` check the
 * pages that a visitor of the demo sees, also with errors and while they load.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { repeat } from '../dev/scene.ts'
import { componentPages } from './component-page.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const pages = componentPages('development')

/** Selectors to click in this order. */
type Clicks = readonly string[]

/** The states of each scenario, in order. The clicks lead from the previous state to the next one. */
const states: Readonly<Record<string, readonly Clicks[]>> = {
  ...repeat(
    [[]],
    `sign-in-extra sign-in-embedded auth-card sign-in-few-providers sign-in-two-methods
    magic-link-callback-expired mfa cli-auth-confirm-expired password-reset password-reset-expired
    email-verification-added error settings-profile codes settings-auth-unverified settings-keys-empty
    settings-team-invitations settings-impersonated settings-impersonated-unverified team-invitation-other-user
    user-invitation user-invitation-other-user`,
  ),
  onboarding: [[], ['button[data-variant=quiet]']],
  'cli-auth-confirm': [['button[data-variant=primary]', 'role=heading[name="You can go back to the command line"]']],
  'settings-auth': [[], [secondFactorButton('Set up')]],
  'settings-auth-careful': [
    ['role=button[name="Connect account"]'],
    ['role=button[name="Connect account"]', secondFactorButton('Replace…')],
    [secondFactorButton('Cancel'), secondFactorButton('Remove…')],
  ],
  'settings-sessions': [[], ['div.portico-danger button']],
  'settings-account': [['div.portico-danger button']],
  'settings-team': [
    [
      'role=button[name="Options for Mary Somerville"]',
      'role=menuitem[name="Change roles"]',
      'role=button[name="Switch on…"]',
      'role=button[name="Invite…"]',
      'role=button[name="Send invitation"]',
      'role=button[name="Delete team…"]',
    ],
  ],
  'settings-keys': [
    ['role=button[name="Options for Laptop"]', 'role=menuitem[name="Edit"]'],
    ['role=button[name="Create key…"]', 'role=button[name="Create key"]'],
  ],
  'settings-team-keys': [['role=button[name="Options for Reading statistics"]', 'role=menuitem[name="Revoke…"]']],
  'team-switcher-many': [['role=button']],
  'user-button': [['button[data-with-info]']],
}

function secondFactorButton(name: string): string {
  return `role=group[name="Second factor"] >> role=button[name="${name}"]`
}

describe('axe', () => {
  test.each(Object.entries(states))('finds no violations in %s, in light and dark mode', async (scenario, steps) => {
    const page = await pages.open(scenario)

    for (const clicks of steps) {
      for (const selector of clicks) await page.locator(selector).click()
      await expectNoViolations(page)
    }
  })

  test('finds no violations while a provider has not answered for three seconds, when a link leads to the home page', async () => {
    const page = await pages.open('unknown-page', { own: true })
    await page.clock.install()
    await page.goto(page.url().replace('unknown-page', 'oauth-callback-slow'))
    await page.getByRole('heading', { name: 'Signing in…' }).waitFor()
    expect(await page.getByRole('link').count()).toBe(0)
    await page.clock.fastForward(3_000)
    await page.getByRole('link', { name: 'Go home' }).waitFor()

    await expectNoViolations(page)
  })
})

async function expectNoViolations(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  await chooseMode(page, 'light')
  expect(await findViolations(page, { runOnly: tags })).toEqual([])
  await chooseMode(page, 'dark')
  // Only this rule depends on the mode.
  expect(await findViolations(page, { runOnly: ['color-contrast'] })).toEqual([])
}

async function chooseMode(page: Page, mode: 'light' | 'dark'): Promise<void> {
  await page.evaluate((theme) => (document.documentElement.dataset['theme'] = theme), mode)
  await page.locator(`.portico-root[data-mode=${mode}]`).first().waitFor()
}

async function findViolations(page: Page, { runOnly }: { readonly runOnly: readonly string[] }): Promise<string[]> {
  // Waits for fade-in animations, because axe measures colours. The animation of a removed element is aborted.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof Axe }
    const { violations } = await axe.run(document, {
      runOnly: [...only],
      // Returns selectors only for violations, not for everything that passes.
      resultTypes: ['violations'],
      // The host provides the landmarks and the first heading around the card.
      rules: {
        region: { enabled: false },
        'landmark-one-main': { enabled: false },
        'page-has-heading-one': { enabled: false },
      },
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  }, runOnly)
}
