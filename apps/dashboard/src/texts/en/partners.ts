import type { TextsOf } from '@portico/ui/language/catalogue'

import { defineTexts } from '../define-texts.ts'

/** Texts of the pages to which partners send a user. */
export const partnerTexts = defineTexts('partners', {
  /** Within a sentence. */
  names: { neon: 'Neon', custom: 'a partner of this service' },
  transfer: {
    title: 'Take over a project',
    text: 'The project {project} was created for you by {partner}.',
    rights: 'As its owner you can do everything in it: see its users, create keys, change settings and delete it.',
    key: 'The partner keeps its admin key until you revoke it among the API keys.',
    account: 'The project goes to the account {account}.',
    confirm: 'Take over project',
    switch: 'Use another account',
    later: 'Not now',
    loadFailed: 'The project cannot be loaded',
    refused: {
      expired: {
        title: 'This link has expired',
        text: 'Links to take over a project are valid for an hour. Ask for a new one where you got it.',
      },
      used: {
        title: 'This project was already taken over',
        text: 'If you took it over, it is in your list of projects.',
      },
      unknown: {
        title: 'This link is not valid',
        text: 'Ask for a new one where you got it.',
      },
      attempts: {
        title: 'This link was used too many times',
        text: 'Ask for a new one where you got it.',
      },
      incomplete: {
        title: 'This link is incomplete',
        text: 'Open it again where you got it, or copy the complete link.',
      },
    },
    toProjects: 'Go to your projects',
  },
})

export type PartnerTexts = TextsOf<typeof partnerTexts>
