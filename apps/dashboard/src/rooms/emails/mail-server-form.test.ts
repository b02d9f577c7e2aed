import { describe, expect, test } from 'vitest'

import { formOf, problemsOf, settingsOf } from './mail-server-form.ts'

const stored = {
  type: 'standard',
  host: 'smtp.example.com',
  port: 465,
  username: 'noreply',
  password: '••••',
  senderName: 'Marginalia',
  senderEmail: 'noreply@example.com',
} as const

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

    expect(problemsOf(form, { type: 'shared' })).toEqual({
      host: 'empty',
      username: 'empty',
      senderName: 'empty',
      password: 'empty',
      port: 'portWrong',
      senderEmail: 'empty',
    })
    expect(
      problemsOf({ ...form, password: 'x'.repeat(1_001), port: '', senderEmail: 'nobody' }, { type: 'shared' }),
    ).toMatchObject({
      password: 'passwordLong',
      port: 'portWrong',
      senderEmail: 'emailInvalid',
    })
    expect(problemsOf({ ...formOf(stored), port: '0', password: '😀'.repeat(70) }, stored)).toEqual({})
  })

  test('asks for the password again where the stored one may not be sent', () => {
    for (const part of [{ host: 'evil.example' }, { port: '587' }, { tls: 'off' as const }]) {
      const form = { ...formOf(stored), ...part }
      expect(problemsOf(form, stored)).toEqual({ password: 'passwordAgain' })
      expect(problemsOf({ ...form, password: 'new' }, stored)).toEqual({})
    }
    expect(problemsOf({ ...formOf(stored), senderName: 'Other', tls: 'implicit' }, stored)).toEqual({})
  })

  test('needs nothing for the shared server', () => {
    const form = { ...formOf(stored), type: 'shared' } as const

    expect(problemsOf(form, stored)).toEqual({})
    expect(settingsOf(form, stored)).toEqual({ type: 'shared' })
  })
})
