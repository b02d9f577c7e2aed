import { readFileSync } from 'node:fs'

import type { Env, Hono } from 'hono'
import { html } from 'hono/html'

import { mark, page, pageHeaders, serveStatic } from '../platform/http/page.ts'
import { sentenceOf, type Draft } from './respond.ts'
import { randomText } from '../platform/crypto/random.ts'

const NONCE_CHARACTERS = 26
const SCRIPT_PATH = '/portico-error-page.js'

const script = readFileSync(new URL('./error-page.client.js', import.meta.url), 'utf8')

/** Serves the script of the error page. */
export function serveErrorPageScript<E extends Env>(app: Hono<E>, isHttps: boolean): void {
  serveStatic(app, SCRIPT_PATH, 'text/javascript', script, isHttps)
}

/**
 * Renders an error as a page, for a browser that was redirected to the endpoint. Status and headers do not change. The
 * script of the page removes the query from the URL, which may contain codes.
 *
 * @param backUrl the validated URL of the app that redirected the browser
 */
export async function errorPage(
  { settings }: { readonly settings: { readonly baseUrl: string } },
  draft: Draft,
  backUrl: string | undefined,
): Promise<Draft> {
  const nonce = randomText(NONCE_CHARACTERS)
  const document = page({
    title: 'Something went wrong · Portico',
    content: html`<div class="card">
      ${mark}
      <h1>Something went wrong</h1>
      <p class="soft">${sentenceOf(draft)}</p>
      ${
        backUrl === undefined
          ? html`<p class="soft">You can close this page, or go back to the app and try again.</p>`
          : html`<a class="button" href="${backUrl}">Back to the app</a>`
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
      'content-type': 'text/html; charset=utf-8',
    },
  }
}
