import type { TextsOf } from '@portico/ui/language/catalogue'
import { pluralsOf } from '@portico/ui/language/plural'

import { defineTexts } from '../define-texts.ts'

const plural = pluralsOf('en')

export const domainsTexts = defineTexts('domains', {
  title: 'Domains',
  lead: 'Sign-in and email links may only lead to these domains.',
  add: 'Add domain',
  edit: 'Edit',
  editOf: (domain: string) => `Edit ${domain}`,
  editTitle: 'Edit domain',
  remove: 'Remove',
  removeTitle: 'Remove domain',
  removed: 'Domain removed',
  removeConsequence:
    '{domain} and the pages below it can no longer sign users in, and links in emails no longer lead there.',
  findings: (count: number, shown: string) =>
    plural(count, { one: '1 finding prevents production mode', other: `${shown} findings prevent production mode` }),
  findingsInProduction: (count: number, shown: string) =>
    plural(count, {
      one: '1 setting does not work in production mode',
      other: `${shown} settings do not work in production mode`,
    }),
  noFindings: 'The domains are ready for production mode.',
  productionMode: 'Production mode',
  rules: {
    'allow-localhost': {
      finding: 'Localhost is allowed',
      reason: 'Any program on a user’s computer could receive the sign-in.',
      check: '',
    },
    'no-domains': {
      finding: 'No domain is trusted',
      reason:
        'In production mode, no page could sign users in, and links in emails would lead nowhere. Add the origin of your app.',
      check: '',
    },
    'not-https': {
      finding: '{domain} does not use HTTPS',
      reason: 'Sign-in codes could be read in transit.',
      check: 'No HTTPS',
    },
    'ip-address': {
      finding: '{domain} is a bare IP address',
      reason: 'Use a domain name. Passkeys do not work on IP addresses.',
      check: 'Bare IP address',
    },
    localhost: {
      finding: '{domain} is localhost',
      reason: 'Use a domain name. Each computer has its own localhost.',
      check: 'Localhost',
    },
    'invalid-url': {
      finding: '{domain} is not a valid URL',
      reason: 'Use the origin of your app, such as https://app.example.com.',
      check: 'Not a valid URL',
    },
  },
  ready: 'Ready',
  switchOff: 'Switch off',
  changeToHttps: 'Change to https',
  trusted: 'Trusted domains',
  columns: { domain: 'Domain', handlerPath: 'Handler path', check: 'Check', actions: 'Actions' },
  loadFailed: 'The domains cannot be loaded',
  notWorking: 'Does the service refuse a page of your app?',
  empty: {
    title: 'No domains yet',
    text: 'Add the origin of your app before it goes live.',
    textWithLocalhost: 'Add the origin of your app before it goes live. Pages on localhost work without an entry.',
  },
  localhost: {
    label: 'Allow localhost',
    note: 'Accepts http://localhost and http://127.0.0.1 on every port. For development only.',
    ignored: 'Production mode ignores this setting.',
  },
  dialog: {
    lead: 'The origin of your app. A path limits the entry to the pages below it.',
    domain: 'Domain',
    domainHelp: '{star} stands for one part of the host name: {example}',
    handlerPath: 'Handler path',
    handlerHelp: 'Where your app serves the sign-in pages.',
    handlerPathWrong: 'Handler path must start with /',
    handlerPathUnclear: 'Handler path must be a path such as /handler',
    scheme: 'Domain must start with http:// or https://',
    taken: 'This domain is already in the list.',
    gone: 'Another owner has removed or renamed this domain. Save adds it again.',
  },
})

export type DomainsTexts = TextsOf<typeof domainsTexts>
