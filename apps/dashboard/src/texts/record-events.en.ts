/** Texts of the events of one record. */
export const recordEventsEn = {
  title: 'Events',
  loadFailed: 'The events cannot be loaded',
  none: 'No events yet.',
  older: 'Older events',
}

export type RecordEventsTexts = typeof recordEventsEn
