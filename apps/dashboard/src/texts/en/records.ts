import type { StaffRight, StaffRole } from '@portico/client/admin'
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
  /** The roles of a project's staff, and the text shown where a role may not do something. */
  staff: {
    roles: {
      owner: 'Owner',
      admin: 'Admin',
      developer: 'Developer',
      support: 'Support',
      viewer: 'Viewer',
    } satisfies Readonly<Record<StaffRole, string>> as Readonly<Record<StaffRole, string>>,
    /** Each right as a part of the sentence about a role. */
    rights: {
      read_project: 'read figures and settings',
      read_users: 'read users and teams',
      read_log: 'read the audit log and sent emails',
      send_mails: 'send emails again',
      end_sessions: 'end sessions',
      decide_sign_ups: 'decide about the waiting list',
      suspend_users: 'suspend users',
      impersonate: 'sign in as users',
      change_users: 'change users and teams',
      reset_factors: 'remove lost second factors',
      move_users: 'import and export users',
      export_secrets: 'export secrets',
      change_messages: 'change email templates',
      change_webhooks: 'change webhooks',
      change_permissions: 'change permissions',
      change_project: 'change settings',
      read_keys: 'see the API keys',
      change_keys: 'create and revoke API keys',
      change_admin_keys: 'create keys with admin access',
      read_staff: 'see the staff',
      change_staff: 'change the staff',
      delete_project: 'delete the project',
    } satisfies Readonly<Record<StaffRight, string>> as Readonly<Record<StaffRight, string>>,
    everything: 'Can do everything in the project.',
    everythingBut: (rights: string) => `Can do everything, except: ${rights}.`,
    only: (rights: string) => `Can ${rights}.`,
    readOnly: 'Your role can read these settings, but not change them.',
    noRight: {
      title: 'Your role cannot open this page',
      text: 'Your role in this project: {role}. An owner of the project can give you another one.',
      action: 'Go to the overview',
    },
  },
})

export type RecordsTexts = TextsOf<typeof recordsTexts>
