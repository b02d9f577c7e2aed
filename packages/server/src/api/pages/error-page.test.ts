import { describe, expect, test } from 'vitest'

import { KnownError, PlainError, RateLimited } from '../../kernel/errors.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { TooBusy } from '../../kernel/too-busy.ts'
import { languages, textsOf, type Language } from '../../language/languages.ts'
import { createLog } from '../../platform/log/log.ts'
import { errorPage } from './error-page.ts'
import { errorDraft } from '../call/respond.ts'

const settings = { baseUrl: 'https://portico.example' }
const log = createLog('silent')
const hostile = `<b>"Ada's"</b>`

/** Returns the page that shows an error to a browser that prefers the language. */
async function pageOf(error: unknown, language: Language): Promise<string> {
  const facts = { id: 'request-1', headers: new Headers({ 'accept-language': language }) }
  const draft = errorDraft(error, facts.id, log)
  const { body } = await errorPage({ settings }, facts, { error, draft, project: null, backUrl: undefined })
  return body
}

describe.each(Object.keys(languages) as Language[])('the error page in %s', (language) => {
  test.each([
    new KnownError('INVALID_PUBLISHABLE_CLIENT_KEY', { project_id: hostile }),
    new KnownError('INVALID_PUBLISHABLE_CLIENT_KEY', { project_id: hostile, expired_at_millis: 0 }),
    new KnownError('RESTRICTED_USER_NOT_ALLOWED', {
      restricted_reason: { type: 'restricted_by_administrator', reason: hostile, until_millis: 0 },
    }),
    new PlainError(400, hostile),
  ])('shows details as text: $message', async (error) => {
    const page = await pageOf(error, language)

    expect(page).toContain(`<html lang="${language}" dir="${textsOf(language).direction}">`)
    expect(page).toContain('&lt;b&gt;&quot;Ada&#39;s&quot;&lt;/b&gt;')
    expect(page).not.toContain('<b>')
    expect(page).not.toMatch(/undefined|null|\[object/)
  })

  test.each([
    [new PlainError(400, ({ errors }) => errors.signInNotFound), textsOf(language).errors.signInNotFound],
    [new RateLimited('useCode', 7), textsOf(language).errors.known.RATE_LIMITED({ retry_after_seconds: 7 })],
    [new TooBusy(7), textsOf(language).errors.overloaded],
    [new StoreUnavailable('connection refused'), textsOf(language).errors.unavailable],
    [new Error('a bug'), textsOf(language).errors.unexpected('request-1')],
  ])('has a sentence for %s', async (error, sentence) => {
    expect(await pageOf(error, language)).toContain(`<p class="soft">${sentence}</p>`)
  })
})

test.each([
  ['en', 'in 1 second.'],
  ['de', 'in 1 Sekunde noch einmal.'],
] as const)('the error page in %s counts one second', async (language, sentence) => {
  expect(await pageOf(new RateLimited('useCode', 1), language)).toContain(sentence)
})
