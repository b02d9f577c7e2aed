import type { WebhookDeliveryState } from '@portico/client/admin'
import type { TextsOf } from '@portico/ui/language/catalogue'
import { pluralsOf } from '@portico/ui/language/plural'

import { defineTexts } from '../define-texts.ts'

const plural = pluralsOf('en')

export const webhooksTexts = defineTexts('webhooks', {
  title: 'Webhooks',
  lead: 'Addresses of your servers that get the events of this project.',
  tabs: { endpoints: 'Endpoints', deliveries: 'Deliveries' },
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
  deliveries: {
    loadFailed: 'The deliveries cannot be loaded',
    columns: { event: 'Event', endpoint: 'Endpoint', response: 'Response', attempts: 'Attempts', time: 'Time' },
    filters: { endpoint: 'Endpoint', state: 'State', event: 'Event' },
    states: {
      pending: 'Waiting',
      delivered: 'Delivered',
      failed: 'Failed',
      skipped: 'Skipped',
      erased: 'Erased',
    } satisfies Record<WebhookDeliveryState, string>,
    queued: 'Queued',
    waits: 'Endpoint is disabled',
    nextAttempt: (reason: string, when: string) => `${reason}, next attempt ${when}`,
    finallyFailed: (reason: string) => `${reason}, failed`,
    succeeded: (status: string) => `${status}, delivered`,
    noAnswer: 'No answer',
    explained: {
      waits: 'The endpoint is disabled. The next attempt follows when it is enabled.',
      failed: 'No attempt follows. Replay it when the endpoint works again.',
      skipped: 'The endpoint was disabled when the event happened, so nothing was sent. Replay it to send it now.',
      erased:
        'Its payload was deleted before the delivery succeeded: the user was deleted, or the payload was kept for as long as the service keeps payloads. It cannot be sent again.',
    },
    replay: 'Replay now',
    replayed: 'The delivery is queued again.',
    disabled: 'The endpoint is disabled. Enable it to replay this delivery.',
    enable: 'Enable endpoint',
    notFound: 'Delivery not found',
    notFoundText:
      'There is no delivery with this ID. Deliveries are deleted after their retention and with their endpoint.',
    oneFailed: 'The delivery cannot be loaded',
    kind: 'Delivery',
    message: 'Message ID',
    noAttempt: 'No attempt yet.',
    answered: (status: string) => `Answered ${status}`,
    running: 'In progress',
    unfinished: 'Ended without a result',
    millis: (count: string) => `${count} ms`,
    request: 'Request',
    headers: 'Headers',
    payloadLater: 'The payload appears with the first attempt.',
    noPayload: 'The payload is not kept any more.',
    answer: 'Last answer',
    answerTitle: (status: string, millis: string) => `${status} in ${millis} ms`,
    noAnswerText: 'It has no text, or the address of the endpoint is not public, so that the service keeps none.',
    count: (count: number) => plural(count, { one: '1 delivery', other: `${count} deliveries` }),
    empty: {
      title: 'No deliveries yet',
      text: 'Each event that an endpoint gets appears here with its attempts. A test event of an endpoint is one too.',
      action: 'Show endpoints',
    },
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
