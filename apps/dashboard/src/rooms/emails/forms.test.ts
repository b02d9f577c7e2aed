import { mailTypes, sentEmailStates } from '@portico/contract'
import { createPublicKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import { emailsTexts } from '../../texts/en/emails.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { mailStateChoices, mailTypeChoices } from './address.ts'
import { hiddenFields, mailServerFields } from './forms.tsx'
import { createEndpointSecret, isEndpointSecret } from '../../kit/endpoint-secret.ts'
import { createDkimKey } from './sender-keys.ts'
import {
  formOf,
  hasMore,
  needsPasswordAgain,
  problemsBetween,
  settingsOf,
  testedOf,
  type MailServerForm,
} from './sender-settings.ts'

const stored = {
  type: 'standard',
  host: 'smtp.example.com',
  port: 465,
  username: 'noreply',
  password: '••••',
  senderName: 'Marginalia',
  senderEmail: 'noreply@example.com',
} as const

const endpoint = {
  type: 'endpoint',
  url: 'https://app.example.com/mails',
  secret: '••••',
  senderName: 'Marginalia',
  senderEmail: 'noreply@example.com',
} as const

type Config = Parameters<typeof formOf>[0]

function problemsOf(values: Partial<MailServerForm>, config: Config): object {
  const fields = mailServerFields(emailsTexts.en, {
    stored: config,
    sharedName: 'Marginalia',
    emptySentence: () => 'empty',
    createKey: async () => '',
  })
  const hidden = values.type === undefined ? [] : hiddenFields({ ...formOf(config), ...values })
  const names = (Object.keys(values) as (keyof MailServerForm)[]).filter((name) => !hidden.includes(name))
  return Object.fromEntries(
    names
      .map((name) => [name, fields[name].problemOf(values[name] as never, kitTexts.en.problems)] as const)
      .filter(([, problem]) => problem !== null),
  )
}

describe('the form of a mail server', () => {
  test('never shows the stored password and keeps it', () => {
    const form = formOf(stored)

    expect(form.password).toBe('')
    expect(problemsOf(form, stored)).toEqual({})
    expect(settingsOf(form, stored)).toEqual(stored)
  })

  test('sends a typed password', () => {
    expect(settingsOf({ ...formOf(stored), password: 'new' }, stored)).toMatchObject({ password: 'new' })
  })

  test('names each missing or wrong value of a new server', () => {
    const form = { ...formOf({ type: 'shared' }), type: 'standard', port: '70000' } as const

    expect(Object.keys(problemsOf(form, { type: 'shared' }))).toEqual([
      'host',
      'port',
      'username',
      'password',
      'senderName',
      'senderEmail',
    ])
    expect(
      problemsOf({ password: 'x'.repeat(1_001), port: '', senderEmail: 'no-address' }, { type: 'shared' }),
    ).toMatchObject({ password: emailsTexts.en.server.passwordLong(1_000), port: emailsTexts.en.server.portWrong })
    expect(problemsOf({ ...formOf(stored), port: '0', password: '😀'.repeat(70) }, stored)).toEqual({})
  })

  test('asks for the password again where the stored one may not be sent', () => {
    for (const part of [{ host: 'evil.example' }, { port: '587' }, { tls: 'off' as const }]) {
      const form = { ...formOf(stored), ...part }
      expect(needsPasswordAgain(form, stored)).toBe(true)
      expect(needsPasswordAgain({ ...form, password: 'new' }, stored)).toBe(false)
    }
    expect(needsPasswordAgain({ ...formOf(stored), senderName: 'Other', tls: 'implicit' }, stored)).toBe(false)
  })

  test('keeps the stored DKIM key, replaces it, and drops it with its selector', () => {
    const signing = { ...stored, dkim: { selector: 'portico', privateKey: '••••', publicKey: 'MII' } }
    const form = formOf(signing)

    expect(settingsOf(form, signing)).toMatchObject({ dkim: { selector: 'portico', privateKey: '••••' } })
    expect(settingsOf({ ...form, dkimKey: 'a key' }, signing)).toMatchObject({ dkim: { privateKey: 'a key' } })
    expect(settingsOf({ ...form, dkimSelector: ' ' }, signing)).not.toHaveProperty('dkim')
    const renamed = { ...form, senderName: 'Other' }
    expect(testedOf(renamed, signing)).toMatchObject({ password: '', dkim: { privateKey: '••••' } })
    expect(testedOf(form, signing)).toBeUndefined()
    expect([hasMore(form), hasMore(formOf(stored))]).toEqual([true, false])
  })

  test('needs a DKIM key and its selector together', () => {
    const between = (part: Partial<MailServerForm>): object =>
      problemsBetween({ ...formOf(stored), ...part }, stored, emailsTexts.en)

    expect(between({ dkimSelector: 'portico' })).toHaveProperty('dkimKey')
    expect(between({ dkimKey: 'a key' })).toHaveProperty('dkimSelector')
    expect(between({ dkimSelector: 'portico', dkimKey: 'a key' })).toEqual({})
    expect(problemsOf({ dkimSelector: 'a b', dkimKey: 'a key' }, stored)).toHaveProperty('dkimKey')
  })

  test('keeps the stored secret of an endpoint, which a new endpoint needs', () => {
    expect(settingsOf(formOf(endpoint), endpoint)).toEqual(endpoint)
    expect(settingsOf({ ...formOf(endpoint), replyTo: 'a@b.example' }, endpoint)).toMatchObject({
      replyTo: 'a@b.example',
    })
    expect(problemsOf({ url: 'app.example.com', secret: '' }, endpoint)).toEqual({})
    expect(Object.keys(problemsOf({ url: 'no url', secret: '' }, { type: 'shared' }))).toEqual(['url', 'secret'])
    expect(problemsOf({ secret: 'whsec_short' }, endpoint)).toHaveProperty('secret')
    expect(settingsOf({ ...formOf(endpoint), url: 'app.example.com' }, endpoint)).toMatchObject({
      url: 'https://app.example.com',
    })
  })

  test('creates secrets and keys of the right form', async () => {
    const key = await createDkimKey()

    expect(isEndpointSecret(createEndpointSecret())).toBe(true)
    expect(problemsOf({ dkimKey: key.privateKey }, stored)).toEqual({})
    const publicKey = createPublicKey(key.privateKey).export({ type: 'spki', format: 'der' })
    expect(key.publicKey).toBe(publicKey.toString('base64'))
  })

  test('needs nothing for the shared server', () => {
    const form = { ...formOf(stored), type: 'shared', host: 'evil.example' } as const

    expect(needsPasswordAgain(form, stored)).toBe(false)
    expect(settingsOf(form, stored)).toEqual({ type: 'shared' })
  })
})

test('the filters of sent mails offer every state and every kind', () => {
  expect([...mailStateChoices].toSorted()).toEqual([...sentEmailStates].toSorted())
  expect([...mailTypeChoices].toSorted()).toEqual([...mailTypes].toSorted())
})
