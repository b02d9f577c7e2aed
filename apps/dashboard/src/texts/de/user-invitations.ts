import { pluralsOf } from '@portico/ui/language/plural'

import type { UserInvitationsTexts } from '../en/user-invitations.ts'

const plural = pluralsOf('de')

export const texts: UserInvitationsTexts = {
  title: 'Einladungen',
  lead: 'Personen, die Sie einladen, können sich registrieren, auch wenn die Registrierung geschlossen ist oder eine Regel sie ablehnt.',
  invite: 'Einladen',
  search: 'E-Mail',
  loadFailed: 'Die Einladungen können nicht geladen werden',
  columns: { email: 'E-Mail', sent: 'Gesendet', expires: 'Läuft ab' },
  count: (count, shown) => plural(count, { one: '1 offene Einladung', other: `${shown} offene Einladungen` }),
  empty: {
    title: 'Keine offenen Einladungen',
    text: 'Eine Einladung ist eine E-Mail mit einem Link, der einmal funktioniert. Er registriert die Person mit der eingeladenen Adresse.',
  },
  dialog: {
    title: 'Zur Registrierung einladen',
    lead: 'Wir senden eine E-Mail mit einem Link, der die Person registriert. Die Einladung ersetzt eine offene an dieselbe Adresse.',
    send: 'Einladung senden',
    page: 'Einladungsseite',
    pageHelp: 'Die Seite Ihrer App, die Einladungen annimmt. Ihre Domain muss vertrauenswürdig sein.',
  },
  sentTo: (email) => `Einladung an ${email} gesendet`,
  again: 'Erneut senden',
  revoke: 'Einladung widerrufen',
  revokeText: 'Der Link in der E-Mail an {email} gilt nicht mehr.',
}
