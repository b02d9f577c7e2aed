import type { TextsOf } from '@portico/ui/language/catalogue'

import { defineTexts } from '../define-texts.ts'

export const connectionsTexts = defineTexts('connections', {
  title: 'Connections',
  add: 'Add connection',
  addLead: 'The identity provider of this team. The service reads its discovery document when you save.',
  none: 'The team has no connection to an identity provider of its own.',
  loadFailed: 'The connections cannot be loaded',
  edit: 'Edit',
  editTitle: 'Edit connection',
  delete: 'Delete connection',
  deleteShort: 'Delete',
  deleteText: 'People can no longer sign in at {name}. Their accounts stay.',
  noDomain: 'No domain. Addresses of this issuer count as not verified.',
  domain: 'Domain',
  claim: 'Add domain',
  claimLead: 'A DNS record proves the domain. From then on, people with an address of it are led to this connection.',
  proved: 'Proved',
  unproved: 'Not proved',
  publish: 'Publish this TXT record, then check it.',
  recordName: 'Name of the record',
  recordValue: 'Text of the record',
  check: 'Check now',
  checking: 'Checking…',
  problems: {
    no_record: 'The record was not found. A new record can take some time.',
    no_answer: 'DNS did not answer in time. Try again later.',
    proved_elsewhere: 'Another connection has proved this domain.',
  },
  release: 'Release domain',
  releaseShort: 'Release',
  releaseText: 'People of {domain} are no longer led to this connection, and their addresses count as not verified.',
})

export type ConnectionsTexts = TextsOf<typeof connectionsTexts>
