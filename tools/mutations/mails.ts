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
    check: 'the stored subject of a mail contains no code',
    file: 'packages/server/src/mails/render-mail.ts',
    text: 'hideSecrets(subject, [link, code])',
    becomes: 'subject',
    tests: ['mails/render-mail.test'],
  },
  {
    check: 'the values in the HTML part of a mail are escaped',
    file: 'packages/server/src/mails/render-mail.ts',
    text: 'escapeMarkup(valueInWords(value, texts))',
    becomes: 'valueInWords(value, texts)',
    tests: ['mails/render-mail.test'],
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
