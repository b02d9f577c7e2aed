import type { TextsOf } from '@portico/ui/language/catalogue'
import { pluralsOf } from '@portico/ui/language/plural'

import { defineTexts } from '../define-texts.ts'

const plural = pluralsOf('en')

export const signUpRulesTexts = defineTexts('sign-up-rules', {
  lead: 'The first rule whose conditions all hold decides. Without a rule, everyone can sign up. Users whom you create or import are exempt.',
  rules: 'Rules',
  none: 'No rules: everyone can sign up while sign-up is on.',
  add: 'Add rule',
  addTitle: 'Add rule',
  editTitle: 'Edit rule',
  apply: 'Apply to the list',
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Remove ${name}`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  moved: (name: string, position: number) => `${name} is rule ${position} now.`,
  outcome: 'Then',
  outcomes: {
    refuse: { label: 'Refuse', note: 'The person reads that the sign-up was refused, and not by which rule.' },
    hold: { label: 'Waiting list', note: 'The user is created and waits until you approve them under Users.' },
    allow: { label: 'Allow', note: 'Later rules are not applied.' },
  },
  always: 'Always',
  matched: (count: number, shown: string) =>
    plural(count, { one: `${shown} sign-up in 30 days`, other: `${shown} sign-ups in 30 days` }),
  summary: (signUps: string, unmatched: string) =>
    `In the last 30 days: ${signUps} sign-ups, refused ones included. ${unmatched} of them match no rule.`,
  summaryOfLatest: (signUps: string, unmatched: string) =>
    `The latest ${signUps} sign-ups of the last 30 days. ${unmatched} of them match no rule.`,
  trialFailed: 'The sign-ups of the last 30 days cannot be counted',
  conflict: (count: number) => plural(count, { one: 'one rule', other: `${count} rules` }),
  name: 'Name',
  namePlaceholder: 'Only our company',
  nameHelp: 'The audit log shows it for each refused sign-up.',
  emailDomain: 'Email domains',
  emailDomainHelp:
    'One per line. *.example.com contains each domain below example.com. To allow by domain, the address must be proved: by a code or a provider, not by a password.',
  emailDomainWrong: (entry: string) => `“${entry}” is not a domain, such as example.com or *.example.com`,
  disposable: 'Disposable email addresses',
  anonymousNetwork: 'Anonymous networks, such as Tor',
  choices: { any: 'No condition', yes: 'Only these', no: 'Only others' },
  country: 'Countries',
  countryHelp: 'Two letters each, such as DE FR. They are known only behind a trusted proxy that names them.',
  countryWrong: (entry: string) => `“${entry}” is not a country code, such as DE`,
  method: 'Sign-up with',
  methodHelp: 'Choose none for no condition.',
  methods: {
    password: 'Password',
    otp: 'Code or link by email',
    oauth: 'Provider',
    anonymous: 'No credential (anonymous)',
  },
  from: 'From',
  until: 'Until',
  anyHour: 'Any hour',
  timeZone: 'Time zone',
  hoursWrong: 'Choose two different hours, or none',
  timeZoneWrong: 'Enter a time zone, such as Europe/Berlin',
  words: {
    emailDomain: (list: string) => `Email domain: ${list}`,
    disposable: (isSo: boolean): string => (isSo ? 'Disposable address' : 'No disposable address'),
    anonymousNetwork: (isSo: boolean): string => (isSo ? 'Anonymous network' : 'No anonymous network'),
    country: (list: string) => `Country: ${list}`,
    method: (list: string) => `With: ${list}`,
    hour: (from: string, until: string, zone: string) => `${from} to ${until} (${zone})`,
  },
})

export type SignUpRulesTexts = TextsOf<typeof signUpRulesTexts>
