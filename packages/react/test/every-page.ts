import type { Page } from 'playwright-core'
import type { Text } from '@portico/react'
import { repeat } from '../dev/scene.ts'

/** A selector to press, or a field and the text to type into it. */
export type Act = string | readonly [field: string, typed: string]

/** Translates a text into the language of the page and inserts the name. */
export type Translated = (text: Text, name?: string) => string

/** The acts of a visitor that lead from the previous state to this one. */
export type State = (t: Translated) => readonly Act[]

const asOpened: State = () => []
const doing =
  (...acts: readonly Act[]): State =>
  () =>
    acts

const submit = 'button[type=submit]:visible'
const primary = 'button[data-variant=primary]:visible'
const secondary = 'button[data-variant=secondary]:visible'
const email = ['input[type=email]:visible', 'ada@example.com'] as const

/** The button of a row in the account settings. */
function rowAction(label: Text, action: Text): State {
  return (t) => [`role=group[name="${t(label)}"] >> role=button[name="${t(action)}"]`]
}

/**
 * The pages of all components, by scenario, with their states. The acts of a state lead to it from the previous one.
 */
export const pagesOfComponents: Readonly<Record<string, readonly State[]>> = {
  // Sign-in and sign-up
  ...repeat(
    [asOpened],
    `sign-in-few-providers sign-in-everything sign-in-many-providers sign-in-no-method sign-in-down sign-in-framed
    sign-up-everything sign-up-disabled signed-in sign-out`,
  ),
  ...repeat([asOpened, doing(submit)], 'sign-in sign-up'),
  'sign-in-two-methods': [asOpened, doing(submit, 'role=tab >> nth=1', submit)],
  'magic-link': [asOpened, doing(email, submit, '.portico-code-input')],
  // Links and returns
  ...repeat(
    [asOpened],
    `magic-link-callback magic-link-callback-signed-in magic-link-callback-expired magic-link-callback-used
    magic-link-callback-closed oauth-callback-elsewhere mfa cli-auth-confirm-expired password-reset-expired password-reset-exhausted
    email-verification-own email-verification-added email-verification-signed-in email-verification-used`,
  ),
  'magic-link-callback-removed': [doing(primary, 'ul.portico-removed')],
  'magic-link-callback-suspended': [doing(primary, 'bdi.portico-reason')],
  'magic-link-callback-factor': [doing(primary, '.portico-code-input')],
  'cli-auth-confirm': [asOpened, doing(primary, 'h1:focus')],
  'forgot-password': [asOpened, doing(email, submit, 'h1:focus')],
  'password-reset': [asOpened, doing(submit)],
  onboarding: [asOpened, doing('button[data-variant=quiet]:visible', submit)],
  'email-verification': [asOpened, doing(secondary, 'h1:focus'), doing('button[data-variant=danger]', 'h1:focus')],
  'disown-session': [asOpened, doing(primary, 'h1:focus')],
  // Teams
  ...repeat(
    [asOpened],
    `team-invitation-signed-out team-invitation-newcomer team-invitation-other-user team-invitation-closed
    team-invitation-long team-invitation-missing team-creation`,
  ),
  'team-invitation': [asOpened, doing(primary, 'h1:focus')],
  'user-invitation': [asOpened, doing(primary, 'h1:focus')],
  ...repeat([asOpened], 'user-invitation-other-user user-invitation-used user-invitation-long'),
  'team-switcher-many': [doing('role=button')],
  // Messages
  ...repeat(
    [asOpened],
    `error error-provider-down error-access-denied error-connected-elsewhere error-other-account error-timeout
    error-address-taken error-provider-off error-suspended error-unknown unknown-page`,
  ),
  // Account settings
  ...repeat(
    [asOpened],
    `settings settings-down settings-profile-careful settings-auth-unverified settings-auth-no-address
    settings-auth-only-passkey settings-auth-weak-password settings-auth-required-factor settings-waiting settings-auth-addresses-unclaimed settings-keys-empty settings-keys-full
    settings-team-invitations settings-team-creation settings-team-few-rights settings-team-last-manager
    settings-team-missing`,
  ),
  'settings-profile': [asOpened, rowAction('Name', 'Change')],
  'settings-auth': [asOpened, rowAction('Password', 'Change'), rowAction('Second factor', 'Set up')],
  'settings-auth-careful': [
    asOpened,
    rowAction('Second factor', 'Remove…'),
    (t) => [`role=button[name="${t('Use a recovery code')}"]`],
    (t) => [`role=button[name="${t('Cancel')}"]`, ...rowAction('Passkeys', 'Add passkey')(t)],
    (t) => [`role=button[name="${t('Cancel')}"]`, ...rowAction('Recovery codes', 'Create codes')(t)],
    rowAction('Connected accounts', 'Connect account'),
  ],
  'settings-auth-addresses': [
    doing('.portico-account button[aria-haspopup] >> nth=1'),
    doing('role=menuitem >> nth=-1'),
  ],
  'settings-sessions': [asOpened, doing('div.portico-danger button')],
  'settings-account': [asOpened, doing('div.portico-danger button')],
  'settings-team': [
    asOpened,
    rowAction('Second factor required', 'Switch on…'),
    rowAction('Invitations', 'Invite…'),
    (t) => [`role=button[name="${t('Send invitation')}"]`, `role=button[name="${t('Delete team…')}"]`],
    (t) => [`role=button[name="${t('Options for {name}', 'Mary Somerville')}"]`],
    (t) => [`role=menuitem[name="${t('Change roles')}"]`],
  ],
  'settings-team-member': [asOpened, doing('div.portico-danger button')],
  'settings-keys': [
    asOpened,
    (t) => [`role=button[name="${t('Options for {name}', 'Laptop')}"]`, `role=menuitem[name="${t('Edit')}"]`],
    doing('.portico-row-action > .portico-button >> nth=0', 'dialog button[type=submit]'),
    doing(['dialog input[type=text]', 'Tide-predicting engine'], 'dialog button[type=submit]', 'dialog code'),
  ],
  'user-button': [doing('button[data-with-info]')],
}

/** Acts as a visitor and waits until the page shows the result. */
export async function doAll(page: Page, state: State, t: Translated): Promise<void> {
  for (const act of state(t)) {
    if (typeof act === 'string') await page.locator(act).click()
    else await page.locator(act[0]).fill(act[1])
  }
  await page.waitForFunction(
    () => document.querySelector('[data-phase=pending], .portico-skeleton, .portico-bone') === null,
  )
}
