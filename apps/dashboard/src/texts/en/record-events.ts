import type { TextsOf } from '@portico/ui/language/catalogue'

import { defineTexts } from '../define-texts.ts'

/** Texts of one record's events. */
export const recordEventsTexts = defineTexts('record-events', {
  title: 'Events',
  loadFailed: 'The events cannot be loaded',
  none: 'No events yet.',
  older: 'Older events',
})

export type RecordEventsTexts = TextsOf<typeof recordEventsTexts>
