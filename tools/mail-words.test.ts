import { expect, test } from 'vitest'

import { findWrongMailWords, findWrongMailWordsIn } from './mail-words.ts'

const names = new Set(['listSentEmails', 'SentEmailSender'])

test.each([
  ['a.ts', 'queueEmail(primaryEmail)', 'queueEmail'],
  ['a.ts', 'const emailSubjects = []', 'emailSubjects'],
  ['a.ts', '// Emails of the project.', 'Emails'],
  ['a.ts', "  test('sends an email', () => {", 'an email'],
  ['README.md', 'It sends an e-mail to the user.', 'an e-mail'],
  ['README.md', 'Change email templates.', 'email templates'],
])('%s refuses "%s" because of "%s"', (file, text, word) => {
  expect(findWrongMailWordsIn(file, text, names)).toEqual([{ file, line: 1, word }])
})

test.each([
  ['a.ts', 'app.listSentEmails()'],
  ['a.ts', 'interface SentEmailSenderFields {}'],
  ['a.ts', 'const { primaryEmail, email_config } = user'],
  ['a.ts', "fetch('/emails')"],
  ['a.ts', '/** An e-mail address, or the e-mail field of a form. */'],
  ['README.md', 'Choose **Emails**, or call `sendEmail`.'],
])('%s accepts "%s"', (file, text) => {
  expect(findWrongMailWordsIn(file, text, names)).toEqual([])
})

test('code, titles of tests and documents call the message a mail', () => {
  expect(findWrongMailWords()).toEqual([])
})
