import type { TextsOf } from '@portico/ui/language/catalogue'
import { pluralsOf } from '@portico/ui/language/plural'

import { defineTexts } from '../define-texts.ts'

const plural = pluralsOf('en')

export const keysTexts = defineTexts('keys', {
  title: 'API keys',
  lead: 'Key sets that your apps and servers use for this project.',
  create: 'Create key set',
  loadFailed: 'The key sets cannot be loaded',
  columns: {
    description: 'Description',
    publishable: 'Publishable',
    secret: 'Secret keys',
    lastUsed: 'Last used',
    status: 'Status',
  },
  server: 'Server {key}',
  admin: 'Admin {key}',
  noDescription: 'No description',
  created: 'Created {date}',
  neverUsed: 'Not yet',
  copyPublishable: 'Copy publishable key',
  publishableHidden:
    'Only the last four characters of this key are known. Create a new set to copy its key at any time.',
  status: {
    never: 'Never expires',
    valid: (date: string) => `Valid until ${date}`,
    soon: (days: number) => plural(days, { one: 'Expires in 1 day', other: `Expires in ${days} days` }),
    expired: (date: string) => `Expired ${date}`,
    revoked: (date: string) => `Revoked ${date}`,
  },
  revoke: 'Revoke key set',
  alreadyInvalid: 'These keys are no longer accepted.',
  revokeText: 'The keys of {name} stop working at once. This cannot be undone.',
  breaks: {
    label: 'What stops working',
    publishable: 'Apps with the publishable key {key} cannot sign users in.',
    server: 'Servers with the secret key {key} cannot read or change users.',
    admin: 'Automation with the admin key {key} cannot change the project.',
    lastPublishable: 'No other valid set has a publishable key.',
    lastServer: 'No other valid set has a secret key.',
    lastAdmin: 'No other valid set has an admin key.',
  },
  lastUsed: 'Last used {time}.',
  unused: 'No use recorded.',
  rename: 'Rename',
  renameTitle: 'Rename key set',
  foot: 'Only the last four characters of secret keys are stored. A revoked key set stays in the list.',
  count: (count: number) => plural(count, { one: '1 key set', other: `${count} key sets` }),
  empty: {
    title: 'No keys yet',
    text: 'Your app needs a publishable key to sign users in. Your server needs a secret key to read and change them.',
  },
  dialog: {
    lead: 'Secret keys are shown only once, after you create the set.',
    descriptionHelp: 'What the keys are for, such as “Web app, production”.',
    expires: 'Expires',
    never: 'Never',
    inYear: (date: string) => `In 1 year, ${date}`,
    inQuarter: (date: string) => `In 90 days, ${date}`,
    onDate: 'On a date',
    date: 'Last day',
    datePast: 'Choose a day in the future.',
    keys: 'Keys',
    publishable: 'Publishable client key',
    publishableNote: 'For browsers and apps. Not secret.',
    server: 'Secret server key',
    serverNote: 'Reads and changes all users. Servers only.',
    admin: 'Super secret admin key',
    adminNote: 'Changes the project itself. Automation only.',
    noKey: 'Choose at least one key.',
  },
  once: {
    title: 'Store these keys now',
    lead: 'They are shown only once. If you lose them, create a new set.',
    leadWithPublishable:
      'Secret keys are shown only once. If you lose them, create a new set. The publishable key stays in the list.',
    created: 'Key set created',
    publishableLead: 'The publishable key is public. You can copy it from the list at any time.',
    copyEnv: 'Copy as .env',
    download: 'Download .env',
  },
})

export type KeysTexts = TextsOf<typeof keysTexts>
