import { describe, expect, test } from 'vitest'

import { languages, textsOf, type Language } from '../language/languages.ts'
import { accountChanges, addressChanges, removedParts, undoneRecords } from '../texts/en/notices.ts'
import { atMoment, chosenName, type MailContent, type MailName } from './mail-data.ts'
import { renderMail } from './render-mail.ts'

type ContentOf<Name extends MailName> = Extract<MailContent, { mail: Name }>

const name = `<b>"Ada's" & Co</b>`
const link = 'https://acme.example/handler?code=abc'
const at = atMoment(Date.UTC(2026, 10, 5, 5, 3))
const withLink = { data: { linkLifetime: { lifetimeSeconds: 1_800 } }, link }
const person = { personName: chosenName(name), personAddress: 'ada@acme.example' }
const owned = { ...person, ownedProject: chosenName(name), changedAt: at }

/** Every mail, with each of its sentences. */
const mails: { readonly [Name in MailName]: readonly Omit<ContentOf<Name>, 'mail'>[] } = {
  emailVerification: [withLink],
  passwordReset: [withLink],
  signInCode: [{ ...withLink, code: 'ABC123' }],
  noAccount: [{ data: {} }],
  addressNotVerified: [{ data: {} }],
  signInByEmailOff: [{ data: {} }],
  teamInvitation: (['member', 'server'] as const).flatMap((invitedBy) =>
    [name, ''].map((team) => ({
      link,
      data: { invitedBy, personName: chosenName(team), personAddress: '', team: chosenName(team), expiresAt: at },
    })),
  ),
  passwordChanged: [{ data: { changedAt: at } }],
  emailChanged: [{ data: { changedAt: at } }],
  addressAdded: [{ data: { changedAt: at } }],
  signInMethodChanged: accountChanges.map((change) => ({
    data: {
      ...{
        addressChanges,
        apiKeyName: chosenName(name),
        change,
        changedAt: at,
        passkeyName: chosenName(name),
        providerName: 'GitHub',
      },
      ...{ address: 'ada@acme.example', removed: removedParts, undone: undoneRecords },
      ...{ disconnected: { list: ['GitHub', 'Google'] }, disconnectedCount: 2 },
    },
  })),
  apiKeyLeaked: (['team', 'user'] as const).map((ownerType) => ({
    data: { ownerType, team: chosenName(name), description: chosenName(name), revokedAt: at },
  })),
  ownerInvitation: [true, false].map((isTransfer) => ({
    link,
    data: { ...person, ownedProject: chosenName(name), isTransfer, expiresAt: at },
  })),
  ownerChanged: (['added', 'removed'] as const).flatMap((change) =>
    [true, false].map((isRecipient) => ({ data: { ...owned, change, isRecipient } })),
  ),
  projectSettingsChanged: [{ data: { ...owned, isOwner: true, fields: ['config.email_config', 'config.domains'] } }],
  test: [{ data: {} }],
}

const contents = Object.entries(mails).flatMap(([mail, samples]) =>
  samples.map((sample) => ({ mail, ...sample }) as MailContent),
)
const baseUrl = 'https://portico.example'
const sender = { project: { id: 'shop', displayName: name }, baseUrl }

const render = (content: MailContent, language: Language): ReturnType<typeof renderMail> =>
  renderMail(content, sender, language)

/** The text of the HTML part. */
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
      const { html, subject, text } = render(content, language)
      const reason = text.split('\n\n').at(-2)

      for (const part of [html, subject, text]) {
        expect(part).not.toMatch(/undefined|null|NaN|\[object|\{\{|\$\{|\b(?:true|false)\b/)
      }
      expect(textOf(html)).toContain(reason)
      expect(html).toContain(`<html lang="${language}" dir="${textsOf(language).direction}">`)
      for (const part of [html, text]) expect(part).toContain(content.link ?? reason?.slice(0, 9))
    }
  })

  test('contain names as text, which is no markup, each in its own direction', () => {
    for (const content of contents) {
      const { html, text } = render(content, language)

      const tags = [...html.slice(html.indexOf('<body')).matchAll(/<(\w+)/g)].map(([, tag]) => tag ?? '')
      expect(tags.filter((tag) => !/^(?:body|table|tr|td|p|a|bdi)$/.test(tag))).toEqual([])
      const escaped = '&lt;b&gt;&#34;Ada&#39;s&#34; &amp; Co&lt;/b&gt;'
      expect(html).toContain(`<title>${escaped}</title>`)
      expect(html).toContain(`<bdi>${escaped}</bdi>`)
      expect(html.replaceAll(`<bdi>${escaped}</bdi>`, '').split(escaped)).toHaveLength(2)
      expect(text).toContain(name)
    }
  })
})

test('the mails in German have the words and the times of that language', () => {
  const { subject, text } = render({ mail: 'passwordReset', ...withLink }, 'de')
  const changed = render({ mail: 'passwordChanged', data: { changedAt: at } }, 'de')

  expect(subject).toBe(`Setzen Sie Ihr Passwort für ${name} zurück`)
  expect(text).toContain('Der Link läuft in 30 Minuten ab.')
  expect(changed.text).toContain('wurde am 5. November 2026 um 05:03 UTC geändert')
})

test('the mail about an API key without a name has no empty quotation', () => {
  const content = contents.find(({ data }) => 'change' in data && data.change === 'api_key_created')
  const { data } = content as ContentOf<'signInMethodChanged'>

  const { text } = render({ mail: 'signInMethodChanged', data: { ...data, apiKeyName: '' } }, 'en')

  expect(text).toContain('An API key was created for your account')
})

test.each([
  ['a code', { code: 'ABC123' }, 'ABC123'],
  ['a link', {}, 'a-link'],
  ['a link that contains the code', { code: '123456', link: 'a-link?code=123456x' }, 'a-link?code=123456x'],
])('the subject that is stored hides %s', (_what, secrets, displayName) => {
  const content = { mail: 'signInCode', ...withLink, link: 'a-link', ...secrets } as MailContent
  const { shownSubject, subject } = renderMail(content, { project: { id: 'shop', displayName }, baseUrl }, 'en')

  expect(subject).toBe(`Your code to sign in to ${displayName}`)
  expect(shownSubject).toBe('Your code to sign in to ••••••')
})
