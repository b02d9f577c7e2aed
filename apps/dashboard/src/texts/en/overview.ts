import { METRICS_DAYS } from '@portico/client/admin'
import type { TextsOf } from '@portico/ui/language/catalogue'

import { defineTexts } from '../define-texts.ts'

export const overviewTexts = defineTexts('overview', {
  title: 'Overview',
  loadFailed: 'The figures cannot be loaded',
  users: 'Users',
  newUsers: (count: string) => `${count} new in ${METRICS_DAYS} days`,
  activeToday: 'Active today',
  signUpsToday: 'Sign-ups today',
  yesterday: (count: string) => `${count} yesterday`,
  activeUsers: 'Active users',
  signUps: 'Sign-ups',
  period: (first: string, last: string) => `${first} to ${last}, days in UTC`,
  methods: 'Sign-in methods',
  methodsNote: 'Share of all sign-in methods that users have.',
  noMethods: 'No user has a sign-in method yet.',
  methodNames: { password: 'Email and password', otp: 'Code by email', passkey: 'Passkey' },
  under1: 'under 1%',
  recent: 'Recent users',
  recentBy: { signedUp: 'Signed up', active: 'Active' },
  noRecent: 'No user has been active yet.',
  anonymous: 'Anonymous user',
  noName: 'No name',
  noEmail: 'No email address',
  countries: 'Countries',
  countriesNote: 'Country of each user’s latest activity.',
  mapLabel: 'Users by country. The list beside it shows the figures.',
  noCountries: 'No user has a known country. A reverse proxy can report it to the service.',
  allCountries: (count: string) => `Show all ${count} countries`,
  fewerCountries: 'Show fewer',
  empty: {
    title: 'No users yet',
    text: 'After the first sign-up, this page shows your users, their activity and how they sign in.',
    action: 'Connect your app',
  },
})

export type OverviewTexts = TextsOf<typeof overviewTexts>
