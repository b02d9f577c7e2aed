import { readFileSync } from 'node:fs'

import type { Env, Hono } from 'hono'
import { html } from 'hono/html'

import { preferredLanguage, textsOf } from '../../language/languages.ts'
import { randomText } from '../../platform/crypto/random.ts'
import { brandMark, page, pageHeaders, serveStatic } from '../../platform/http/page.ts'
import type { IncomingFacts } from '../rules/incoming.ts'
import { pageBrandOf, type BrandedProject } from '../call/page-brand.ts'
import type { PageDraft } from '../call/respond.ts'

const NONCE_CHARACTERS = 26
const SCRIPT_PATH = '/portico-posting-page.js'

const script = readFileSync(new URL('./posting-page.client.js', import.meta.url), 'utf8')

export function servePostingPageScript<E extends Env>(app: Hono<E>, isHttps: boolean): void {
  serveStatic(app, SCRIPT_PATH, 'text/javascript', script, isHttps)
}

/** Renders a page that posts to its own URL, in the language of the browser. Without scripts, it has a button. */
export async function postingPage(
  { settings }: { readonly settings: { readonly baseUrl: string } },
  { headers }: Pick<IncomingFacts, 'headers'>,
  project: BrandedProject | null,
): Promise<PageDraft> {
  const nonce = randomText(NONCE_CHARACTERS)
  const language = preferredLanguage(headers.get('accept-language'))
  const { postingPage: texts } = textsOf(language)
  const brand = pageBrandOf(project)
  const document = page({
    brand,
    language,
    title: texts.title,
    content: html`<div class="card">
      ${brandMark(brand)}
      <h1>${texts.heading}</h1>
      <p class="soft">${texts.lead}</p>
      <form method="post" id="form"><button class="button" type="submit">${texts.continue}</button></form>
    </div>`,
    script: SCRIPT_PATH,
    nonce,
    width: 'narrow',
  })
  return {
    status: 200,
    body: String(await document),
    headers: {
      ...pageHeaders(nonce, settings.baseUrl.startsWith('https://'), {
        // Chromium applies this directive also to the redirects after the form, which lead to another site.
        formAction: "'self' http: https:",
      }),
      'content-language': language,
      vary: 'Origin, Accept-Language',
      'content-type': 'text/html; charset=utf-8',
    },
  }
}
