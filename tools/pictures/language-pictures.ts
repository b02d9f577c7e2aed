import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'
import { SceneService } from '../../packages/react/dev/scene-service.ts'
import { loadLocale } from '../../packages/react/src/i18n/load-locale.ts'
import { createTranslate } from '../../packages/react/src/i18n/translate.ts'
import { doAll, pagesOfComponents, type State, type Translated } from '../../packages/react/test/every-page.ts'
import { findMisdirected } from '../../packages/react/test/misdirected.ts'
import { findOverflow } from '../../packages/react/test/overflow.ts'
import { errorPage } from '../../packages/server/src/api/pages/error-page.ts'
import { postingPage } from '../../packages/server/src/api/pages/posting-page.ts'
import { errorDraft } from '../../packages/server/src/api/call/respond.ts'
import { KnownError } from '../../packages/server/src/kernel/errors.ts'
import { firstLanguage, textsOf, type Language } from '../../packages/server/src/language/languages.ts'
import { renderMail } from '../../packages/server/src/mails/render-mail.ts'
import { noBranding } from '../../packages/server/src/records/projects/branding.ts'
import { createLog } from '../../packages/server/src/platform/log/log.ts'
import { everyMail } from '../../packages/server/test/every-mail.ts'

export interface Picture {
  readonly name: string
  readonly jpeg: Buffer
  /** What is outside the screen, cut off or in the wrong direction. */
  readonly problems: readonly string[]
}

const phone = { width: 375, height: 667 }
/** A page that does not show what was pressed becomes a problem in the sheet. */
const WAIT_MILLIS = 10_000
const settings = { baseUrl: 'https://auth.example.com' }
const sender = { ...settings, project: { id: 'shop', displayName: 'Marginalia', branding: noBranding } }
const link = 'https://app.example.com/handler/email-verification?code=8f3kq0z1v7c2m5n9b4x6w8e1r3t5y7u2i4o6p8a0s2d4f'
const styles = readFileSync(new URL('../../packages/server/src/platform/http/pages.css', import.meta.url), 'utf8')

/** Draws every component page, service page and mail in a language. */
export class LanguagePictures {
  readonly #browser: Browser
  readonly #service: SceneService
  readonly #server: PreviewServer
  readonly #folder: string
  readonly #address: string

  private constructor(browser: Browser, service: SceneService, server: PreviewServer, folder: string) {
    this.#browser = browser
    this.#service = service
    this.#server = server
    this.#folder = folder
    const { port } = server.httpServer.address() as AddressInfo
    // Passkeys need a host name.
    this.#address = `http://localhost:${port}/`
  }

  static async start(browser: Browser): Promise<LanguagePictures> {
    const folder = await mkdtemp(join(tmpdir(), 'portico-pictures-'))
    const shared = {
      configFile: fileURLToPath(new URL('../../packages/react/dev/vite.config.ts', import.meta.url)),
      logLevel: 'error',
    } as const
    await build({ ...shared, build: { outDir: folder, rolldownOptions: { output: { codeSplitting: false } } } })
    const service = await SceneService.start()
    const host = { host: '127.0.0.1', port: 0 }
    const plugins = [service.plugin()]
    const server = await preview({ ...shared, plugins, build: { outDir: folder }, preview: host })
    return new LanguagePictures(browser, service, server, folder)
  }

  async take(tag: string): Promise<Picture[]> {
    const context = await this.#browser.newContext({ viewport: phone, locale: tag, reducedMotion: 'reduce' })
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(WAIT_MILLIS)
      return [...(await this.#takeComponents(page, tag)), ...(await this.#takeService(page, firstLanguage([tag])))]
    } finally {
      await context.close()
    }
  }

  async close(): Promise<void> {
    await this.#server.close()
    await this.#service.portico.close()
    await rm(this.#folder, { recursive: true })
  }

  async #takeComponents(page: Page, tag: string): Promise<Picture[]> {
    const translate = createTranslate(await loadLocale(tag))
    const t: Translated = (text, name = '') => translate(text, { name })
    const pictures: Picture[] = []
    for (const [scenario, states] of Object.entries(pagesOfComponents)) {
      const search = `?${new URLSearchParams({ scenario, lang: tag })}`
      await this.#open(page, search)
      for (const [index, state] of states.entries()) {
        const problem = await showState(page, state, t)
        const problems = [...problem, ...(await findOverflow(page)), ...(await findProblemsOfDirection(page))]
        const name = states.length === 1 ? scenario : `${scenario} ${index + 1}`
        pictures.push({ name, jpeg: await picture(page), problems })
      }
    }
    return pictures
  }

  /** Shows a scenario in the page, without what the scenario before has left there. */
  async #open(page: Page, search: string): Promise<void> {
    try {
      await page.evaluate(async (shown) => {
        await window.componentPage.leave()
        window.componentPage.show(shown)
      }, search)
    } catch {
      await page.goto(this.#address)
      await page.evaluate((shown) => {
        sessionStorage.clear()
        window.componentPage.show(shown)
      }, search)
    }
  }

  async #takeService(page: Page, language: Language): Promise<Picture[]> {
    const facts = { id: 'request-1', headers: new Headers({ 'accept-language': language }) }
    const error = new KnownError('INVALID_PUBLISHABLE_CLIENT_KEY', { project_id: 'shop', expired_at_millis: 0 })
    const draft = errorDraft(error, facts.id, createLog('silent'))
    const firstAdmin = new Request(`${settings.baseUrl}/first-admin`, { headers: facts.headers })
    const parts = {
      'error page': (await errorPage({ settings }, facts, { error, draft, project: null, backUrl: link })).body,
      'posting page': (await postingPage({ settings }, facts, null)).body,
      'first admin': await (await this.#service.portico.service.fetch(firstAdmin)).text(),
    }
    const pages = Object.entries(parts).map(([name, body]): [string, string] => [
      name,
      body.replace(/<link rel="stylesheet"[^>]*>/, `<style>${styles}</style>`),
    ])
    const mails = everyMail({ name: 'Ada Lovelace', link }).map((content): [string, string] => {
      const { html, subject } = renderMail(content, sender, language)
      return [`mail ${content.mail}: ${subject}`, html]
    })
    // The policy of the component page would block the styles.
    await page.goto('about:blank')
    const pictures: Picture[] = []
    for (const [name, html] of [...pages, ...mails]) {
      await page.setContent(html)
      const { direction, width } = await page.evaluate(() => ({
        direction: document.documentElement.dir,
        width: document.documentElement.scrollWidth,
      }))
      const problems = [
        ...(width > phone.width ? [`the document is ${width} wide`] : []),
        ...(direction === textsOf(language).direction ? [] : [`the direction is "${direction}"`]),
      ]
      pictures.push({ name, jpeg: await picture(page), problems })
    }
    return pictures
  }
}

/** Returns a problem if the page does not get into the state. */
async function showState(page: Page, state: State, t: Translated): Promise<string[]> {
  try {
    await page.locator('.portico-root').first().waitFor()
    await doAll(page, state, t)
    return []
  } catch (error) {
    return [String(error).split('\n', 2).join(' ')]
  }
}

async function findProblemsOfDirection(page: Page): Promise<string[]> {
  const isRightToLeft = await page.evaluate(() => document.querySelector('.portico-root[dir=rtl]') !== null)
  return isRightToLeft ? findMisdirected(page) : []
}

function picture(page: Page): Promise<Buffer> {
  return page.screenshot({ fullPage: true, type: 'jpeg', quality: 70, animations: 'disabled' })
}
