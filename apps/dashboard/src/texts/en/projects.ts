import { OWNED_PROJECT_DAYS } from '@portico/client/admin'
import type { TextsOf } from '@portico/ui/language/catalogue'
import { pluralsOf } from '@portico/ui/language/plural'

import { defineTexts } from '../define-texts.ts'

const plural = pluralsOf('en')

export const projectsTexts = defineTexts('projects', {
  title: 'Projects',
  lead: 'Each project has its own users, keys and sign-in methods.',
  create: 'Create project',
  columns: {
    project: 'Project',
    users: 'Users',
    signUpsToday: 'Sign-ups today',
    lastDays: `Last ${OWNED_PROJECT_DAYS} days`,
    created: 'Created',
  },
  usersUnit: (count: number): string => plural(count, { one: 'user', other: 'users' }),
  production: 'Production',
  internal: 'Accounts of the people who administer this service',
  sparkline: (highest: string) => `Sign-ups of the last ${OWNED_PROJECT_DAYS} days, highest day ${highest}`,
  count: (count: number, shown: string) => plural(count, { one: '1 project', other: `${shown} projects` }),
  search: 'Name or ID',
  loadFailed: 'Your projects cannot be loaded',
  empty: {
    title: 'Create your first project',
    text: 'A project is one app with its own users. After you create it, you get its keys and a snippet for your framework. The first sign-in takes about two minutes.',
  },
  dialog: {
    lead: 'You can change all of this later.',
    name: 'Name',
    nameHelp: 'Users see it on the sign-in page and in emails.',
    methods: 'Sign-in methods',
    password: 'Email and password',
    code: 'Code by email',
    passkey: 'Passkey',
    shared: (providers: string) => `Shared keys of ${providers} work at once on localhost.`,
    methodMissing: 'Choose at least one sign-in method.',
    features: 'Features',
    featureNames: { teams: 'Teams', apiKeys: 'API keys for users' },
    featureNotes: {
      teams: 'Users create teams and invite others by email.',
      apiKeys: 'Users create keys with which their programs call your API.',
    },
  },
})

export type ProjectsTexts = TextsOf<typeof projectsTexts>
