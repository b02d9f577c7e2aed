/** Texts of the events of one record. */
export const recordEventsEn = {
  title: 'Events',
  loadFailed: 'Events cannot be loaded',
  none: 'No events yet.',
  refused: 'Refused',
  changed: (fields: string) => `changed ${fields}`,
  older: 'Older events',
  actors: {
    user: 'By a user',
    admin: 'By an owner',
    client: 'From an app',
    server: 'With a server key',
    system: 'By the service',
  },
}

export type RecordEventsTexts = typeof recordEventsEn
