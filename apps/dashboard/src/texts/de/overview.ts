import { METRICS_DAYS } from '@portico/client/admin'

import type { OverviewTexts } from '../en/overview.ts'

export const texts: OverviewTexts = {
  title: 'Übersicht',
  loadFailed: 'Die Zahlen können nicht geladen werden',
  users: 'Benutzer',
  newUsers: (count) => `${count} neu in ${METRICS_DAYS} Tagen`,
  activeToday: 'Heute aktiv',
  signUpsToday: 'Registrierungen heute',
  yesterday: (count) => `${count} gestern`,
  activeUsers: 'Aktive Benutzer',
  signUps: 'Registrierungen',
  period: (first, last) => `${first} bis ${last}, Tage in UTC`,
  methods: 'Anmeldemethoden',
  methodsNote: 'Anteil an allen Anmeldemethoden der Benutzer.',
  noMethods: 'Noch hat kein Benutzer eine Anmeldemethode.',
  methodNames: { password: 'E-Mail und Passwort', otp: 'Code per E-Mail', passkey: 'Passkey' },
  under1: 'unter 1 %',
  recent: 'Letzte Benutzer',
  recentBy: { signedUp: 'Registriert', active: 'Aktiv' },
  noRecent: 'Noch war kein Benutzer aktiv.',
  anonymous: 'Anonymer Benutzer',
  noName: 'Kein Name',
  noEmail: 'Keine E-Mail-Adresse',
  countries: 'Länder',
  countriesNote: 'Land der letzten Aktivität jedes Benutzers.',
  mapLabel: 'Benutzer nach Land. Die Liste daneben zeigt die Zahlen.',
  noCountries: 'Das Land ist bei keinem Benutzer bekannt. Ein Reverse-Proxy kann es dem Dienst mitteilen.',
  allCountries: (count) => `Alle ${count} Länder anzeigen`,
  fewerCountries: 'Weniger anzeigen',
  empty: {
    title: 'Noch keine Benutzer',
    text: 'Nach der ersten Registrierung zeigt diese Seite Ihre Benutzer, ihre Aktivität und ihre Anmeldemethoden.',
    action: 'App verbinden',
  },
}
