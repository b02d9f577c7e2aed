import type { TextsOf } from '@portico/ui/language/catalogue'

import { defineTexts } from '../define-texts.ts'

export const partnerAccessTexts = defineTexts('partner-access', {
  title: 'Access for a partner',
  heading: (host: string) => `Give ${host} access to a project?`,
  text: '{host} asks for an admin key of one of your projects.',
  textForProject: '{host} asks for an admin key of one of your projects, for its project {external}.',
  rights:
    'With this key, the partner can do everything in the project: see its users, change settings and delete it. You can revoke the key under API keys at any time.',
  project: 'Project',
  choose: 'Choose a project',
  projectMissing: 'Choose a project.',
  newProject: 'New project',
  name: 'Name of the new project',
  nameHelp: 'Users see it on the sign-in page and in emails.',
  allow: 'Give access',
  refuse: 'Refuse',
  loadFailed: 'The request cannot be loaded',
  toProjects: 'To your projects',
  closed: {
    unknown: {
      title: 'This request was not found',
      text: 'The address is incomplete or too old. Go back to the partner and start again.',
    },
    expired: {
      title: 'This request has expired',
      text: 'Nothing has changed. Go back to the partner and start again.',
    },
    answered: {
      title: 'This request is already answered',
      text: 'If the partner has no access yet, go back to the partner and start again.',
    },
  },
})

export type PartnerAccessTexts = TextsOf<typeof partnerAccessTexts>
