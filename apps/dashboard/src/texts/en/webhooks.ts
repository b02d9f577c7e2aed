import type { TextsOf } from '@portico/ui/language/catalogue'
import { pluralsOf } from '@portico/ui/language/plural'

import { defineTexts } from '../define-texts.ts'

const plural = pluralsOf('en')

export const webhooksTexts = defineTexts('webhooks', {
  title: 'Webhooks',
  lead: 'Addresses of your servers that get the events of this project.',
  add: 'Add endpoint',
  loadFailed: 'The endpoints cannot be loaded',
  columns: { endpoint: 'Endpoint', events: 'Events', figures: 'Last 24 hours', state: 'State' },
  standard: 'All standard events',
  succeeded: (succeeded: string, attempts: string) => `${succeeded} of ${attempts} succeeded`,
  median: (millis: string) => `Median ${millis} ms`,
  states: {
    enabled: 'Enabled',
    fails: (date: string) => `Fails since ${date}`,
    requested: (date: string) => `Disabled ${date}`,
    failing: (date: string) => `Disabled after failures ${date}`,
    gone: (date: string) => `Disabled, answered 410 ${date}`,
  },
  edit: 'Edit endpoint',
  disable: 'Disable endpoint',
  disableText: '{url} gets no more events. New events are skipped until you enable it.',
  enable: 'Enable endpoint',
  enableText: '{url} gets events again.',
  replay: 'Deliver missed events',
  replayNote: 'Events that failed or were skipped since the endpoint was disabled.',
  rotate: 'Rotate secret',
  rotateText: '{url} gets a new secret. For 24 hours, deliveries are signed with the old secret too.',
  test: 'Send test event',
  testLead: 'An example goes to this endpoint, whatever events it gets.',
  testQueued: 'Test event queued',
  remove: 'Delete endpoint',
  removeText: 'The endpoint gets no more events. Its deliveries are deleted. This cannot be undone.',
  count: (count: number) => plural(count, { one: '1 endpoint', other: `${count} endpoints` }),
  empty: {
    title: 'No endpoints yet',
    text: 'Your server learns of each change of users, teams and permissions. It verifies each event with the secret of its endpoint.',
  },
  form: {
    lead: 'The secret of the endpoint is shown only once, after you add it.',
    url: 'URL',
    urlHelp: 'A public address with https. In development mode also http and localhost.',
    description: 'Description',
    standard: 'All standard events',
    chosen: 'Chosen events',
    chosenEvents: 'Events of the endpoint',
    optionalNote: 'Not among the standard events.',
    noEvent: 'Choose at least one event.',
    event: 'Event',
  },
  once: {
    title: 'Store this secret now',
    lead: 'It is shown only once. Your server needs it to verify events. If you lose it, rotate it.',
    rotatedLead:
      'It is shown only once. For 24 hours, deliveries are signed with the old secret too. Replace it on your server until then.',
    secret: 'Secret',
  },
})

export type WebhooksTexts = TextsOf<typeof webhooksTexts>
