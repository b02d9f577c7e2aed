import type { Mutation } from './mutation.ts'

const routes = 'packages/server/src/flows/teams/routes.ts'
const selection = 'packages/server/src/accounts/select-team.ts'
const personal = 'packages/server/src/accounts/create-user.ts'

/** Teams: who creates them, whose images they show, and what ends with a membership. */
export const teamMutations: readonly Mutation[] = [
  {
    check: 'clients create teams only if the project lets them',
    file: 'packages/server/src/api/rules/access.ts',
    text: '!project.config.clientTeamCreationEnabled',
    becomes: 'project.id.length < 0',
    tests: ['flows/teams/teams.test'],
  },
  {
    check: 'a client names only itself as the creator of a team',
    file: routes,
    text: "self: { field: 'creator_user_id', ifAbsent: 'me' }, ",
    tests: ['flows/teams/teams.test'],
  },
  {
    check: 'a client does not create a team with an image elsewhere',
    file: 'packages/server/src/accounts/profile-image.ts',
    text: "  if (image && 'url' in image && !mayLink) throw notAnImage()\n",
    tests: ['flows/teams/teams.test'],
  },
  {
    check: 'a client does not change the image of a team to one elsewhere',
    file: routes,
    text: '              byClient: true,\n',
    becomes: '              byClient: false,\n',
    tests: ['flows/teams/teams.test'],
  },
  {
    check: 'a profile of a member follows the image of the user',
    file: 'packages/server/src/flows/teams/member-profiles.ts',
    text: 'present.profileImage === null && isImageOf(user, written) ? null : written',
    becomes: 'written',
    tests: ['flows/teams/member-profiles.test'],
  },
  {
    check: 'the selected team is one of the user',
    file: selection,
    text: '  if (teamId === null || isMember) return\n',
    becomes: '  if (teamId === null || isMember !== undefined) return\n',
    tests: ['accounts/select-team.test'],
  },
  {
    check: 'anonymous users get no personal team',
    file: personal,
    text: 'fields.isAnonymous ? nothing : createPersonalTeam(call, fields.id)',
    becomes: 'createPersonalTeam(call, fields.id)',
    tests: ['accounts/personal-team.test'],
  },
  {
    check: 'the deletion of a user names the teams and ends each membership with an event',
    file: 'packages/server/src/accounts/delete-user.ts',
    text: 'await endMemberships(tx, call, userIds)',
    becomes: '[]',
    tests: ['accounts/delete-user.test'],
  },
  {
    check: 'a user creates a limited number of teams',
    file: 'packages/server/src/accounts/create-team.ts',
    text: '  if (created >= CREATED_TEAMS_MAX) throw',
    becomes: '  if (created < 0) throw',
    tests: ['flows/teams/teams.test'],
  },
  {
    check: 'a member refers to no image elsewhere',
    file: 'packages/server/src/flows/teams/member-profile-routes.ts',
    text: 'mayLink: false',
    becomes: 'mayLink: true',
    tests: ['flows/teams/member-profiles.test'],
  },
  {
    check: 'metadata of an uploaded image is removed',
    file: 'packages/server/src/accounts/profile-image.ts',
    text: 'return removeMetadata(requireSize(image))',
    becomes: 'return requireSize(image)',
    tests: ['flows/profile/profile.test'],
  },
  {
    check: 'an uploaded image has a limited size in pixels',
    file: 'packages/server/src/accounts/profile-image.ts',
    text: 'return removeMetadata(requireSize(image))',
    becomes: 'return removeMetadata(image)',
    tests: ['flows/profile/profile.test'],
  },
]
