import type { TextsOf } from '@portico/ui/language/catalogue'

import { defineTexts } from '../define-texts.ts'

/** Texts that the drawers of several records share. */
export const recordsTexts = defineTexts('records', {
  noName: 'No name',
  anonymous: 'Anonymous user',
  suspended: 'Suspended',
  searchUsers: 'Search users',
  noUser: 'No user found.',
  chooseAnother: 'Choose another user',
  metadata: {
    server: 'Server metadata',
    serverHelp: 'Only servers read and write it.',
    clientReadOnly: 'Client read-only metadata',
    clientReadOnlyHelp: 'Clients read it, servers write it.',
    client: 'Client metadata',
    clientHelp: 'Clients and servers read and write it.',
  },
  keys: {
    title: 'API keys',
    create: 'Create API key',
    createLead: 'The key is shown only once.',
    description: 'Description',
    descriptionHelp: 'What the key is for.',
    expires: 'Expires',
    expiry: { '7': 'In 7 days', '30': 'In 30 days', '90': 'In 90 days', '365': 'In 1 year', never: 'Never' },
    createdTitle: 'API key created',
    createdLead: 'Store the key now. It is not shown again.',
    key: 'API key',
    noExpiry: 'no expiry',
    expiresAt: (day: string) => `expires ${day}`,
    expiredAt: (day: string) => `expired ${day}`,
    used: 'used {time}',
    neverUsed: 'never used',
    revoked: 'Revoked',
    expired: 'Expired',
    revoke: 'Revoke',
    revokeTitle: 'Revoke API key',
    revokeText: 'The key “{description}” stops working at once. This cannot be undone.',
    loadFailed: 'The API keys cannot be loaded',
    empty: 'No API keys.',
  },
  image: {
    label: 'Image',
    upload: 'Upload',
    remove: 'Remove',
    none: 'Not set',
    set: 'Set',
    unreadable: 'This file is not an image that the browser can read.',
  },
  productionWarnings: {
    title: 'Recommended before you go live',
    'shared-provider-keys': {
      warning: (names: string) => `Shared keys: ${names}`,
      reason: 'The provider shows the name of the operator to your users. Register your own app there.',
      fix: 'Sign-in methods',
    },
    'shared-mail-server': {
      warning: 'Shared mail server',
      reason: 'Emails come from the operator’s address. Set up your own server.',
      fix: 'Mail server',
    },
  },
})

export type RecordsTexts = TextsOf<typeof recordsTexts>
