import { PERMISSION_ID_MAX_CHARACTERS } from '@portico/client/admin'
import type { TextsOf } from '@portico/ui/language/catalogue'
import { pluralsOf } from '@portico/ui/language/plural'

import { defineTexts } from '../define-texts.ts'

const plural = pluralsOf('en')

export const permissionsTexts = defineTexts('permissions', {
  title: 'Permissions',
  lead: 'What users may do in teams and in the whole project. Your app checks them by ID.',
  create: 'Create permission',
  tabs: { label: 'Kinds of permissions', team: 'Team', project: 'Project', defaults: 'Default sets' },
  search: 'ID or description',
  views: { label: 'View', table: 'Table', graph: 'Graph' },
  columns: { id: 'ID', description: 'Description', contains: 'Contains', defaultFor: 'Default for' },
  andMore: (count: string) => `and ${count} more`,
  sets: { creators: 'Team creators', members: 'Team members', users: 'New users' },
  showSystem: (count: string) => `Show ${count} system permissions`,
  hideSystem: 'Hide system permissions',
  system: 'System',
  loadFailed: 'The permissions cannot be loaded',
  select: 'Show what it grants',
  edit: 'Edit permission',
  delete: 'Delete permission',
  deleted: (id: string) => `${id} deleted`,
  copyId: 'Copy ID',
  graph: {
    title: 'Containment',
    hint: 'Select a permission to see everything it grants.',
    label: 'Which permission contains which. The table has the same information.',
    grants: (count: number, shown: string) =>
      plural(count, {
        one: '{id} also grants 1 permission: {granted}',
        other: `{id} also grants ${shown} permissions: {granted}`,
      }),
    grantsNothing: '{id} grants nothing else.',
    grantedBy: (count: number, shown: string) =>
      plural(count, {
        one: '1 permission grants {id}: {granters}',
        other: `${shown} permissions grant {id}: {granters}`,
      }),
    showRelated: 'Show only related',
    showAll: 'Show all permissions',
    none: 'No permission contains another one yet.',
  },
  empty: {
    team: {
      title: 'No custom team permissions yet',
      text: 'A permission says what members of a team may do in your app. The service itself checks the system permissions.',
    },
    project: {
      title: 'No project permissions yet',
      text: 'A project permission is valid in the whole app, not only in one team: for example “beta” or “support:read”. Your app checks it by ID.',
    },
    snippet: 'Server',
  },
  dialog: {
    createTeam: 'Create team permission',
    createProject: 'Create project permission',
    lead: 'Each ID is unique among the team and project permissions.',
    editLead: 'Users keep a permission whose ID changes. Your app has to check the new ID.',
    id: 'ID',
    description: 'Description',
    contains: 'Contains',
    containsHelp: 'Users with this permission have these as well.',
    gone: 'The permission was deleted in the meantime.',
    problems: {
      characters: 'Only lowercase letters, numbers, ":", "_" and optional "$" at the beginning are allowed',
      system: 'Invalid system permission',
      long: `ID must be at most ${PERMISSION_ID_MAX_CHARACTERS} characters long`,
    },
  },
  deletion: {
    places: '{id} is removed from {places}.',
    holders: 'Every user who has {id} loses it.',
    holdersThrough: 'Every user who has {id}, directly or through {granters}, loses it.',
    contained: 'They also lose the permissions it contains, unless they have them in another way: {granted}.',
    final: 'This cannot be undone.',
  },
  defaults: {
    lead: 'Users get these permissions when they create a team, join one, or sign up. Changes do not affect existing members and users.',
    notes: {
      creators: 'Users who create a team get these in it.',
      members: 'Users who join a team get these in it.',
      users: 'Users who sign up get these in the whole project.',
    },
    withContained: 'Including contained permissions: {granted}',
    empty: 'No default permissions.',
    undefinedProject: 'The project has no permissions yet.',
    labels: {
      teamCreatorDefaultPermissions: 'Team creators',
      teamMemberDefaultPermissions: 'Team members',
      userDefaultPermissions: 'New users',
    },
  },
  picker: {
    search: 'Search permissions',
    add: (label: string) => `Add to ${label}`,
    remove: (id: string) => `Remove ${id}`,
    none: 'No permission found.',
    added: (id: string) => `${id} added`,
    removed: (id: string) => `${id} removed`,
  },
})

export type PermissionsTexts = TextsOf<typeof permissionsTexts>
