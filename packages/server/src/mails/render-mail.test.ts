import { emailTemplateTypes, emailTemplateVariables, exampleValues } from '@portico/contract'
import { findProblems } from '@portico/protocols/mail-document/findings'
import { describe, expect, test } from 'vitest'

import { languages, textsOf, type Language } from '../language/languages.ts'
import { everyMail } from '../../test/every-mail.ts'
import { noBranding } from '../records/projects/branding.ts'
import { atMoment, type MailContent } from './mail-data.ts'
import { renderMail, standardTemplate } from './render-mail.ts'
import { wireTemplate } from './wire-templates.ts'

const name = `<b>"Ada's" & Co</b>`
const link = 'https://acme.example/handler?code=abc'
const withLink = { data: { linkLifetime: { lifetimeSeconds: 1_800 } }, link }
const contents = everyMail({ link, name })
const baseUrl = 'https://portico.example'
const sender = { project: { id: 'shop', displayName: name, branding: noBranding }, baseUrl }

const render = (content: MailContent, language: Language): ReturnType<typeof renderMail> =>
  renderMail(content, sender, language)

/** Returns the text of the HTML part. */
function textOf(html: string): string {
  const entities = { '&#39;': "'", '&#34;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' }
  return Object.entries(entities).reduce(
    (text, [entity, character]) => text.replaceAll(entity, character),
    html.replaceAll(/<[^>]*>/g, ''),
  )
}

describe.each(Object.keys(languages) as Language[])('the mails in %s', (language) => {
  test('say the same in both parts, in complete sentences', () => {
    for (const content of contents) {
      const { html, shown, subject, text } = render(content, language)
      const reason = text.split('\n\n').at(-2)?.replace('--\n', '')

      for (const part of [html, subject, text]) {
        expect(part).not.toMatch(/\[object|\{\{|\$\{|\b(?:undefined|null|NaN|true|false)\b/)
      }
      expect(textOf(html)).toContain(reason)
      expect(html).toContain(`<html lang="${language}" dir="${textsOf(language).direction}">`)
      for (const part of content.link === undefined ? [] : [html, text]) expect(part).toContain(content.link)
      for (const part of [shown.html, shown.subject, shown.text]) expect(part).not.toMatch(/handler\?code|ABC123/)
    }
  })

  test('contain names as text, which is no markup, each in its own direction', () => {
    for (const content of contents) {
      const { html, text } = render(content, language)

      const body = html.slice(html.indexOf('<body'))
      const tags = [...body.matchAll(/<(\w+)/g)].map(([, tag]) => tag ?? '')
      expect(tags.filter((tag) => !/^(?:body|table|tr|td|div|h3|hr|br|a|bdi)$/.test(tag))).toEqual([])
      const escaped = '&lt;b&gt;&#34;Ada&#39;s&#34; &amp; Co&lt;/b&gt;'
      const [preview = '', ...shown] = body.split('</div>')
      expect(preview).toContain(escaped)
      expect(shown.join('')).toContain(`<bdi>${escaped}</bdi>`)
      expect(shown.join('').replaceAll(`<bdi>${escaped}</bdi>`, '')).not.toContain(escaped)
      expect(text).toContain(name)
    }
  })
})

test.each(Object.keys(languages) as Language[])(
  'a template in %s does not depend on the values of its mail',
  (language) => {
    for (const type of emailTemplateTypes) {
      const { example } = wireTemplate(type)
      const template = standardTemplate(example, sender.project, language)

      for (const content of contents.filter(({ mail }) => mail === example.mail)) {
        expect(standardTemplate(content, sender.project, language)).toEqual(template)
      }
    }
  },
)

const branding = {
  ...noBranding,
  accentColor: '#ffd400',
  logoUrl: '/images/shop/light',
  supportEmail: 'help@acme.example',
  termsUrl: 'https://acme.example/terms',
  privacyUrl: 'https://acme.example/privacy',
}

test.each([
  ['a logo beside the name', branding],
  ['a logo with the name in it', { ...branding, logoFullUrl: '/images/shop/full' }],
])('the templates of a project with %s have no problem', (_, of) => {
  for (const type of emailTemplateTypes) {
    const { example } = wireTemplate(type)
    const all = emailTemplateVariables[type]
    const variables = { ...Object.fromEntries(all.map(({ name }) => [name, { value: '' }])), ...exampleValues(all) }

    const template = standardTemplate(example, { ...sender.project, branding: of }, 'en')

    expect({ type, problems: findProblems(template, { variables, needsOneOf: [] }) }).toEqual({ type, problems: [] })
  }
})

test('the lines of a digest stay lines', () => {
  const [, , digest] = contents.filter(({ mail }) => mail === 'failedEmailsDigest')
  if (!digest) throw new Error('There is no example.')

  const { html, text } = render(digest, 'en')

  expect(text).toContain("The last 2 are:\n1. “<b>Ada's & Co</b>” to ada@acme.example\n2. (no subject) to ")
  expect(html).toContain('The last 2 are:<br>1. “<bdi>')
})

test('the mails in German have the words and the times of that language', () => {
  const { subject, text } = render({ mail: 'passwordReset', ...withLink }, 'de')
  const changedAt = atMoment(Date.UTC(2026, 10, 5, 5, 3))
  const changed = render({ mail: 'passwordChanged', data: { changedAt } }, 'de')

  expect(subject).toBe(`Setzen Sie Ihr Passwort für ${name} zurück`)
  expect(text).toContain('Der Link läuft in 30 Minuten ab.')
  expect(changed.text).toContain('wurde am 5. November 2026 um 05:03 UTC geändert')
})

test('the mail about an API key without a name has no empty quotation', () => {
  const ofKeys = contents.filter(({ data }) => 'change' in data && data.change === 'api_key_created')

  const texts = ofKeys.map((content) => render(content, 'en').text)

  expect(texts.some((text) => text.includes('An API key was created for your account'))).toBe(true)
  for (const text of texts) expect(text).not.toContain('“”')
})

test('the mail that is stored hides the code and the link of a template', () => {
  const content: MailContent = { mail: 'signInCode', ...withLink, code: 'ABC123' }
  const standard = standardTemplate(content, sender.project, 'en')
  const template = { ...standard, subject: '{{ otp }} opens {{ projectDisplayName }}, as does {{ magicLink }}' }

  const { shown, subject } = renderMail(content, sender, 'en', template)

  expect(subject).toBe(`ABC123 opens ${name}, as does ${link}`)
  expect(shown.subject).toBe(`•••••• opens ${name}, as does ••••••`)
  expect(shown.text).toContain('••••••')
  for (const part of [shown.html, shown.text]) expect(part).not.toMatch(/ABC123|acme\.example|href/)
})
