import type { TextsOf } from '@portico/ui/language/catalogue'
import { pluralsOf } from '@portico/ui/language/plural'

import { defineTexts } from '../define-texts.ts'

const plural = pluralsOf('en')

export const teamsTexts = defineTexts('teams', {
  title: 'Teams',
  create: 'Create team',
  search: 'Name or ID',
  columns: {
    team: 'Team',
    members: 'Members',
    invitations: 'Open invitations',
    created: 'Created',
    lastActive: 'Last active',
    id: 'ID',
  },
  noName: 'No name',
  membersUnit: (count: number): string => plural(count, { one: 'member', other: 'members' }),
  atLeast: (count: string) => `${count}+`,
  countAlone: (count: number, shown: string) => plural(count, { one: '1 team', other: `${shown} teams` }),
  count: (shown: string, all: string) => `${shown} of ${all} teams`,
  loadFailed: 'The teams cannot be loaded',
  oneFailed: 'The team cannot be loaded',
  export: 'Export',
  exportCount: (count: number, shown: string) =>
    plural(count, { one: 'Export 1 team', other: `Export ${shown} teams` }),
  exportCsv: 'CSV, visible columns',
  exportJson: 'JSON, all fields',
  exporting: (count: string) => `${count} teams…`,
  exported: (count: number, shown: string) =>
    plural(count, { one: '1 team exported.', other: `${shown} teams exported.` }),
  open: 'Open',
  copyId: 'Copy ID',
  delete: 'Delete team',
  deleted: (name: string) => `${name} deleted`,
  deletion: (removed: string) =>
    `This removes ${removed}, and the API keys of the team no longer work. The users stay. This cannot be undone.`,
  deletionEmpty: 'The API keys of the team no longer work. This cannot be undone.',
  deletionUnknown:
    'This removes memberships, invitations and API keys of the team. The users stay. This cannot be undone.',
  membersOf: (count: number, shown: string) => plural(count, { one: '1 membership', other: `${shown} memberships` }),
  invitationsOf: (count: number, shown: string) =>
    plural(count, { one: '1 open invitation', other: `${shown} open invitations` }),
  empty: {
    title: 'No teams yet',
    text: 'A team has members, permissions and API keys. Users create teams in your app, or you create one here.',
    settings: 'Let users create teams',
  },
  dialog: {
    lead: 'Members can be added afterwards.',
    creator: 'Creator',
    creatorHelp: 'Becomes a member with the default permissions of team creators.',
  },
  missing: { title: 'Team not found', text: 'It was deleted, or the link is wrong.' },
  about: (members: string, created: string) => `${members}, created ${created}`,
  members: (count: number, shown: string) => plural(count, { one: '1 member', other: `${shown} members` }),
  invite: 'Invite',
  tabs: {
    label: 'About the team',
    members: 'Members',
    invitations: 'Invitations',
    profile: 'Profile',
    connections: 'Connections',
    keys: 'API keys',
    metadata: 'Metadata',
    events: 'Events',
  },
  member: {
    search: 'Search members',
    add: 'Add user',
    addTitle: 'Add user to team',
    addLead: 'The user gets the default permissions of team members, without an invitation.',
    user: 'User',
    userMissing: 'Choose a user.',
    loadFailed: 'The members cannot be loaded',
    empty: 'The team has no members. Add a user, or invite one by email.',
    noMatch: 'No member found.',
    count: (shown: string, all: string) => `${shown} of ${all} members`,
    more: 'Show more',
    permissions: 'Change permissions',
    permissionsLead: 'Permissions of {name} in this team.',
    permissionsField: 'Permissions',
    withContained: 'Including contained permissions: {granted}',
    profile: 'Change member profile',
    profileLead: 'How {name} appears in this team. It does not change the user.',
    name: 'Name in this team',
    remove: 'Remove from team',
    removeText: '{name} loses access to this team and all permissions in it. The user stays.',
    removed: (name: string) => `${name} removed`,
  },
  invitation: {
    email: 'Email',
    send: 'Send invitation',
    page: 'Invitation page',
    pageHelp: 'The page of your app that accepts invitations. Its domain must be trusted.',
    open: 'Open invitations',
    none: 'No open invitations.',
    loadFailed: 'The invitations cannot be loaded',
    expires: 'Expires {time}',
    again: 'Send again',
    againDone: 'Sent',
    revoke: 'Revoke',
    revokeTitle: 'Revoke invitation',
    revokeText: 'The link in the email to {email} stops working.',
    sentTo: (email: string) => `Invitation sent to ${email}`,
  },
  profile: {
    name: 'Name',
    edit: 'Edit',
    id: 'Team ID',
    secondFactor: 'Second factor required',
    secondFactorAtOnce:
      'Members need an authenticator app or a passkey. Members without one set it up before they go on.',
    secondFactorAfter: (time: string) =>
      `Members need an authenticator app or a passkey. Members without one have ${time} to set it up.`,
    delete: 'Delete',
    deleteNote: 'Removes memberships, invitations and team API keys. Users stay.',
  },
  keysOff:
    'Team API keys are switched off in the {settings} of this project. Existing keys do not work while they are off.',
  keysSettings: 'sign-in methods',
})

export type TeamsTexts = TextsOf<typeof teamsTexts>
