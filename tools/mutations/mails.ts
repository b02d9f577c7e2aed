import type { Mutation } from './mutation.ts'

/** Mail servers of projects, and rotation of signing keys. */
export const mailMutations: readonly Mutation[] = [
  {
    check: 'the stored mail password is not sent to another server',
    file: 'packages/server/src/admin/projects/config-update.ts',
    text: 'present.host === update.host && ',
    tests: ['admin/projects/projects.test'],
  },
  {
    check: 'the stored mail password is not sent in clear text',
    file: 'packages/server/src/admin/projects/config-update.ts',
    text: " && (update.tls !== 'off' || present.tls === 'off')",
    tests: ['admin/projects/projects.test'],
  },
  {
    check: 'the password is not sent to a mail server without STARTTLS',
    file: 'packages/server/src/platform/mailer/own-mail-servers.ts',
    text: "requireTLS: tls === 'starttls',",
    becomes: 'requireTLS: false,',
    tests: ['platform/mailer/own-mail-servers.test'],
  },
  {
    check: 'the stored subject and parts of a mail contain no code',
    file: 'packages/server/src/mails/render-mail.ts',
    text: 'renderEmail(template, { variables: hidden,',
    becomes: 'renderEmail(template, { variables,',
    tests: ['mails/render-mail.test'],
  },
  {
    check: 'the digest of failed mails needs the secret of the scheduler',
    file: 'packages/server/src/admin/emails/failed-emails-digest.ts',
    text: 'if (!isDigest(sha256Base64(authorization), expected)) {',
    becomes: 'if (authorization === "") {',
    tests: ['admin/emails/failed-emails-digest.test'],
  },
  {
    check: 'the values in the HTML part of a mail are escaped',
    file: 'packages/protocols/src/email-document/html-text.ts',
    text: 'escapeMarkup(textOfPart(part))',
    becomes: 'textOfPart(part)',
    tests: ['mails/render-mail.test'],
  },
  {
    check: 'a value in an address of a mail is encoded',
    file: 'packages/protocols/src/email-document/address.ts',
    text: 'encodeURIComponent(part.value.toWellFormed())',
    becomes: 'part.value',
    tests: ['email-document/render.test'],
  },
  {
    check: 'an address of a mail has a scheme that runs no code',
    file: 'packages/protocols/src/email-document/address.ts',
    text: '!SAFE.test(address) || ',
    tests: ['email-document/render.test'],
  },
  {
    check: 'a value in an address of a mail names no host',
    file: 'packages/protocols/src/email-document/address.ts',
    text: 'else if (!DESTINATION.test(joined)) return null\n',
    tests: ['email-document/render.test'],
  },
  {
    check: 'a text that a document shows many times is read a limited number of times',
    file: 'packages/protocols/src/email-document/leaves.ts',
    text: "budget.read(text ?? '')",
    becomes: "text ?? ''",
    tests: ['email-document/render.test'],
  },
  {
    check: 'a project with the shared mail server sends no template of its owner',
    file: 'packages/server/src/mails/sends-own-templates.ts',
    text: "return config.emailConfig.type !== 'shared'",
    becomes: 'return config !== null',
    tests: ['admin/email-templates/email-templates.test'],
  },
  {
    check: 'the stored reply of a mail server contains no link',
    file: 'packages/server/src/platform/mailer/mail-failure.ts',
    text: "    .replaceAll(/https?:\\/\\/\\S+|\\S*[?&]code=\\S*/gi, '[link]')\n",
    tests: ['admin/mail-server/test-mail.test'],
  },
  {
    check: 'the stored reply of a mail server contains no address',
    file: 'packages/server/src/platform/mailer/mail-failure.ts',
    text: "isIP(token.replace(/[.:]$/, '')) === 0 ? token : '[address]'",
    becomes: 'token',
    tests: ['admin/mail-server/test-mail.test'],
  },
  {
    check: 'a retired signing key is not accepted',
    file: 'packages/server/src/records/sessions/access-token.ts',
    text: 'if (kid === undefined || !isAcceptedKey(cached, kid) || !isGenuine)',
    becomes: 'if (kid === undefined || !isGenuine)',
    tests: ['records/projects/signing-keys.test'],
  },
  {
    check: 'a new signing key is published before it signs',
    file: 'packages/server/src/records/projects/project-cache.ts',
    text: 'signsFrom <= now && ',
    tests: ['records/projects/signing-keys.test'],
  },
]
