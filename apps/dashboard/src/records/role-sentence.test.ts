import { staffRoles } from '@portico/client/admin'
import { expect, test } from 'vitest'

import { texts as german } from '../texts/de/records.ts'
import { recordsTexts } from '../texts/en/records.ts'
import { roleSentence } from './role-sentence.ts'

const format = { list: (parts: readonly string[]): string => parts.join(', ') }

test('the sentence of a role follows from the table of rights', () => {
  const sentences = Object.fromEntries(
    staffRoles.map((role) => [role, roleSentence(role, 'a-project', recordsTexts.en.staff, format)]),
  )

  expect(sentences).toMatchObject({
    owner: 'Can do everything in the project.',
    admin:
      'Can do everything, except: export secrets, create keys with admin access, change the staff, delete the project.',
    support:
      'Can read figures and settings, read users and teams, read the audit log and sent emails, send emails again, end sessions, decide about the waiting list, suspend users, sign in as users, see the staff.',
    viewer: 'Can read figures and settings, read users and teams, see the staff.',
  })
  expect(roleSentence('viewer', 'a-project', german.staff, format)).toBe(
    'Darf Zahlen und Einstellungen lesen, Benutzer und Teams lesen, die Mitarbeiter sehen.',
  )
  // Otherwise, staff of "internal" could become owners of all projects.
  expect(roleSentence('admin', 'internal', recordsTexts.en.staff, format)).not.toContain('change users')
})
