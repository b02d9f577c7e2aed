import { mailTypes, sentEmailStates } from '@portico/contract'
import { describe, expect, test } from 'vitest'

import { emailsTexts } from '../../texts/en/emails.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { emailStates, emailTypes } from './address.ts'
import { formOf, mailServerFields, needsPasswordAgain, settingsOf, type MailServerForm } from './forms.tsx'

const stored = {
  type: 'standard',
  host: 'smtp.example.com',
  port: 465,
  username: 'noreply',
  password: '••••',
  senderName: 'Marginalia',
  senderEmail: 'noreply@example.com',
} as const

function problemsOf(values: Partial<MailServerForm>, config: typeof stored | { readonly type: 'shared' }): object {
  const fields = mailServerFields(emailsTexts.en, config, 'Marginalia', 'empty')
  const names = Object.keys(values) as (keyof MailServerForm)[]
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

  test('needs nothing for the shared server', () => {
    const form = { ...formOf(stored), type: 'shared', host: 'evil.example' } as const

    expect(needsPasswordAgain(form, stored)).toBe(false)
    expect(settingsOf(form, stored)).toEqual({ type: 'shared' })
  })
})

test('the filters of the sent emails offer every state and every kind', () => {
  expect([...emailStates].toSorted()).toEqual([...sentEmailStates].toSorted())
  expect([...emailTypes].toSorted()).toEqual([...mailTypes].toSorted())
})
