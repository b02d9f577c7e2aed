import { PorticoClientApp, PorticoHandler, PorticoProvider, PorticoTheme } from '@portico/react'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { componentPages } from './component-page.ts'

const pages = componentPages()

const german = { locale: 'de-AT' }

test.each([
  ['the first language of the browser that has texts', { context: german }, 'Seite gibt es nicht', 'de-AT'],
  ['the `lang` of the provider first', { context: german, query: { lang: 'en-US' } }, 'does not exist', 'en'],
  ['English for a language without texts', { context: { locale: 'fa' } }, 'does not exist', 'en'],
])('a page is in %s', async (_language, options, text, lang) => {
  const page = await pages.open('unknown-page', options)

  await page.getByRole('heading', { name: text }).waitFor()

  expect(await page.locator('.portico-root').getAttribute('lang')).toBe(lang)
})

test('a page is in the language of its user, also when that changes', async () => {
  const page = await pages.open('user-button', { context: german })
  const scene = await pages.sceneOf(page)
  const chooseLanguage = async (locale: string | null): Promise<void> => {
    await scene.project.server().patch(`/users/${scene.session?.id}`, { locale })
    await page.reload()
  }
  const open = page.getByRole('button').first()

  await chooseLanguage('fr-FR')
  await expect.poll(() => page.locator('.portico-root').first().getAttribute('lang')).toBe('fr-FR')
  await open.click()
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).waitFor()

  await chooseLanguage(null)
  await expect.poll(() => page.locator('.portico-root').first().getAttribute('lang')).toBe('de-AT')
})

test('a page of a server hydrates in English, and shows no skeleton while it changes to the language of the browser', async () => {
  const app = new PorticoClientApp({
    projectId: '00000000-0000-4000-8000-000000000000',
    publishableClientKey: 'pck_test',
    baseUrl: 'http://service.invalid',
    tokenStore: { headers: new Headers() },
  })
  const markup = renderToString(
    <StrictMode>
      <PorticoProvider app={app}>
        <PorticoTheme>
          <PorticoHandler app={app} fullPage location="/handler/nowhere?" />
        </PorticoTheme>
      </PorticoProvider>
    </StrictMode>,
  )
  const page = await pages.open('unknown-page', { context: german, query: { lang: 'en' } })
  await page.evaluate(async (html) => {
    await window.componentPage.hydrate('?scenario=unknown-page', html)
    const noticeSkeleton = (): void => {
      if (document.querySelector('.portico-skeleton')) document.body.dataset['skeleton'] = ''
    }
    new MutationObserver(noticeSkeleton).observe(document.body, { subtree: true, childList: true })
  }, markup)

  await page.getByRole('heading', { name: 'Seite gibt es nicht' }).waitFor()

  expect(markup).toContain('does not exist')
  expect(await page.locator('body').getAttribute('data-skeleton')).toBeNull()
})

test('a visitor chooses a language at the end of a page, which the browser keeps', async () => {
  const page = await pages.open('unknown-page', { query: { menu: '' }, own: true })
  const menu = page.getByRole('combobox', { name: 'Language' })
  // The menu loads after the page.
  await menu.waitFor()
  const names = await menu.locator('option').allTextContents()
  await menu.selectOption({ label: 'العربية' })

  await page.locator('.portico-root[lang="ar"][dir="rtl"] h1, .portico-root[lang="ar"][dir="rtl"] h2').first().waitFor()
  await page.reload()
  await page.locator('.portico-root[lang="ar"]').first().waitFor()

  expect(names).toHaveLength(15)
  expect(names).toEqual(expect.arrayContaining(['Deutsch', 'English', 'Español (España)', '中文（台灣）']))
  expect(await page.getByRole('combobox', { name: 'اللغة' }).inputValue()).toBe('ar')
})

test('a visitor whose languages have no texts sees the default language of the project', async () => {
  const page = await pages.open('sign-in', { context: { locale: 'fa' }, own: true })
  const scene = await pages.sceneOf(page)
  await scene.project.admin().patch('/internal/projects/current', { config: { default_locale: 'it' } })
  await page.reload()

  await page.getByRole('heading', { name: 'Accedi al tuo account' }).waitFor()

  expect(await page.locator('.portico-root').first().getAttribute('lang')).toBe('it')
})

test('the choice of a signed-in user is stored with the user', async () => {
  const page = await pages.open('settings', { query: { menu: '' }, own: true })
  const scene = await pages.sceneOf(page)
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de-DE')

  await page.locator('.portico-root[lang="de-DE"]').first().waitFor()
  const locale = async (): Promise<unknown> =>
    ((await scene.project.server().get(`/users/${scene.session?.id}`)).body as { locale: unknown }).locale
  await expect.poll(locale).toBe('de-DE')
})

test('a choice that cannot be stored with the user is shown and reported', async () => {
  const page = await pages.open('settings', { query: { menu: '' }, own: true })
  await page.route('**/users/me', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de-DE')

  await page.locator('.portico-root[lang="de-DE"]').first().waitFor()
  const alert = page.locator('.portico-language + [role="alert"]')
  await expect.poll(() => alert.textContent()).toContain('nicht geantwortet')
})

test('a host that sets the language has no menu of languages', async () => {
  const page = await pages.open('unknown-page', { query: { menu: '', lang: 'de-DE' } })

  expect(await page.getByRole('combobox').count()).toBe(0)
})
