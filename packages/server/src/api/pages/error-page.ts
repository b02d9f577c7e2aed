import { readFileSync } from 'node:fs'

import type { Env, Hono } from 'hono'
import { html } from 'hono/html'

import { brandMark, page, pageHeaders, serveStatic, type Markup } from '../../platform/http/page.ts'
import { preferredLanguage, textsOf } from '../../language/languages.ts'
import type { Texts } from '../../texts/en/texts.ts'
import { errorSentence } from './error-sentence.ts'
import type { IncomingFacts } from '../rules/incoming.ts'
import { pageBrandOf, type BrandedProject } from '../call/page-brand.ts'
import { sentenceOf, type Draft, type PageDraft } from '../call/respond.ts'
import { randomText } from '../../platform/crypto/random.ts'

const NONCE_CHARACTERS = 26
const SCRIPT_PATH = '/portico-error-page.js'

const script = readFileSync(new URL('./error-page.client.js', import.meta.url), 'utf8')

export function serveErrorPageScript<E extends Env>(app: Hono<E>, isHttps: boolean): void {
  serveStatic(app, SCRIPT_PATH, 'text/javascript', script, isHttps)
}

interface ShownError {
  readonly error: unknown
  /** The API's answer for the error. */
  readonly draft: Draft
  /** The project of the call; null if it is unknown. */
  readonly project: BrandedProject | null
  /** The validated URL of the app that redirected the browser. */
  readonly backUrl: string | undefined
}

/**
 * Renders an error as a page in the language of the browser, which was redirected to the endpoint. Status and headers
 * do not change. The script of the page removes the query from the URL, which may contain codes.
 */
export async function errorPage(
  { settings }: { readonly settings: { readonly baseUrl: string } },
  { headers, id }: Pick<IncomingFacts, 'headers' | 'id'>,
  { backUrl, draft, error, project }: ShownError,
): Promise<PageDraft> {
  const nonce = randomText(NONCE_CHARACTERS)
  const language = preferredLanguage(headers.get('accept-language'))
  const texts = textsOf(language)
  const { errorPage: words } = texts
  const brand = pageBrandOf(project)
  const document = page({
    brand,
    language,
    title: words.title,
    content: html`<div class="card">
      ${brandMark(brand)}
      <h1>${words.heading}</h1>
      ${explanation(error, id, draft, texts)} ${supportLink(project)}
      ${
        backUrl === undefined
          ? html`<p class="soft">${words.closeOrGoBack}</p>`
          : html`<a class="button" href="${backUrl}">${words.back}</a>`
      }
    </div>`,
    script: SCRIPT_PATH,
    nonce,
    width: 'narrow',
  })
  return {
    status: draft.status,
    body: String(await document),
    headers: {
      ...draft.headers,
      ...pageHeaders(nonce, settings.baseUrl.startsWith('https://')),
      'content-language': language,
      vary: 'Origin, Accept-Language',
      'content-type': 'text/html; charset=utf-8',
    },
  }
}

function supportLink(project: BrandedProject | null): Markup | '' {
  const address = project?.branding.supportEmail
  return address
    ? html`<p class="soft">
        <a href="mailto:${address}"><bdi dir="ltr">${address}</bdi></a>
      </p>`
    : ''
}

/** What went wrong. Sentences for developers are in English only. */
function explanation(error: unknown, requestId: string, draft: Draft, texts: Texts): Markup {
  const sentence = errorSentence(error, texts) ?? (draft.status === 500 ? texts.errors.unexpected(requestId) : null)
  return sentence === null
    ? html`<p class="soft" lang="en" dir="ltr">${sentenceOf(draft)}</p>`
    : html`<p class="soft">${sentence}</p>`
}
