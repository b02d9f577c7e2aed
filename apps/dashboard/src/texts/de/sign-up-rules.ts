import { pluralsOf } from '@portico/ui/language/plural'

import type { SignUpRulesTexts } from '../en/sign-up-rules.ts'

const plural = pluralsOf('de')

export const texts: SignUpRulesTexts = {
  lead: 'Die erste Regel, deren Bedingungen alle zutreffen, entscheidet. Ohne Regel kann sich jeder registrieren. Benutzer, die Sie erstellen oder importieren, sind ausgenommen.',
  rules: 'Regeln',
  none: 'Keine Regeln: Jeder kann sich registrieren, solange die Registrierung an ist.',
  add: 'Regel hinzufügen',
  addTitle: 'Regel hinzufügen',
  editTitle: 'Regel bearbeiten',
  apply: 'In die Liste übernehmen',
  edit: (name) => `${name} bearbeiten`,
  remove: (name) => `${name} entfernen`,
  moveUp: (name) => `${name} nach oben verschieben`,
  moveDown: (name) => `${name} nach unten verschieben`,
  moved: (name, position) => `${name} ist jetzt Regel ${position}.`,
  outcome: 'Dann',
  outcomes: {
    refuse: {
      label: 'Ablehnen',
      note: 'Die Person liest, dass die Registrierung abgelehnt wurde, aber nicht durch welche Regel.',
    },
    hold: {
      label: 'Warteliste',
      note: 'Der Benutzer wird erstellt und wartet, bis Sie ihn unter „Benutzer“ genehmigen.',
    },
    allow: { label: 'Erlauben', note: 'Spätere Regeln werden nicht angewendet.' },
  },
  always: 'Immer',
  matched: (count, shown) =>
    plural(count, { one: `${shown} Registrierung in 30 Tagen`, other: `${shown} Registrierungen in 30 Tagen` }),
  summary: (signUps, unmatched) =>
    `In den letzten 30 Tagen: ${signUps} Registrierungen, abgelehnte eingeschlossen. Auf ${unmatched} davon trifft keine Regel zu.`,
  summaryOfLatest: (signUps, unmatched) =>
    `Die neuesten ${signUps} Registrierungen der letzten 30 Tage. Auf ${unmatched} davon trifft keine Regel zu.`,
  trialFailed: 'Die Registrierungen der letzten 30 Tage können nicht gezählt werden',
  conflict: (count) => plural(count, { one: 'eine Regel', other: `${count} Regeln` }),
  name: 'Name',
  namePlaceholder: 'Nur unsere Firma',
  nameHelp: 'Das Audit-Protokoll zeigt ihn bei jeder abgelehnten Registrierung.',
  emailDomain: 'E-Mail-Domains',
  emailDomainHelp:
    'Eine je Zeile. *.example.com umfasst jede Domain unter example.com. Um nach Domain zu erlauben, muss die Adresse nachgewiesen sein: durch einen Code oder Anbieter, nicht durch ein Passwort.',
  emailDomainWrong: (entry) => `„${entry}“ ist keine Domain wie example.com oder *.example.com`,
  disposable: 'Wegwerfadressen',
  anonymousNetwork: 'Anonyme Netze wie Tor',
  choices: { any: 'Keine Bedingung', yes: 'Nur diese', no: 'Nur andere' },
  country: 'Länder',
  countryHelp:
    'Je zwei Buchstaben, etwa DE FR. Sie sind nur hinter einem vertrauenswürdigen Proxy bekannt, der sie nennt.',
  countryWrong: (entry) => `„${entry}“ ist kein Ländercode wie DE`,
  method: 'Registrierung mit',
  methodHelp: 'Wählen Sie nichts für keine Bedingung.',
  methods: {
    password: 'Passwort',
    otp: 'Code oder Link per E-Mail',
    oauth: 'Anbieter',
    anonymous: 'Ohne Zugangsdaten (anonym)',
  },
  from: 'Von',
  until: 'Bis',
  anyHour: 'Jede Stunde',
  timeZone: 'Zeitzone',
  hoursWrong: 'Wählen Sie zwei verschiedene Stunden oder keine',
  timeZoneWrong: 'Geben Sie eine Zeitzone wie Europe/Berlin ein',
  words: {
    emailDomain: (list) => `E-Mail-Domain: ${list}`,
    disposable: (isSo) => (isSo ? 'Wegwerfadresse' : 'Keine Wegwerfadresse'),
    anonymousNetwork: (isSo) => (isSo ? 'Anonymes Netz' : 'Kein anonymes Netz'),
    country: (list) => `Land: ${list}`,
    method: (list) => `Mit: ${list}`,
    hour: (from, until, zone) => `${from} bis ${until} (${zone})`,
  },
}
