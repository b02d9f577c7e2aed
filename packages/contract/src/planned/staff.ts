import { z } from 'zod'

import { adminAccess } from '../endpoint.ts'
import { userIdOrMe } from '../primitives.ts'
import { projectOwnerRead } from '../project-owners.ts'
import type { Plan } from './plan.ts'

/** The roles of the staff of a project, from most to fewest rights. */
const staffRoles = ['owner', 'admin', 'developer', 'support', 'viewer'] as const
type StaffRole = (typeof staffRoles)[number]

const all: readonly StaffRole[] = staffRoles
const allButViewers: readonly StaffRole[] = ['owner', 'admin', 'developer', 'support']
const support: readonly StaffRole[] = ['owner', 'admin', 'support']
const developers: readonly StaffRole[] = ['owner', 'admin', 'developer']
const admins: readonly StaffRole[] = ['owner', 'admin']
const owners: readonly StaffRole[] = ['owner']

/** The rights of staff and the roles that have each. A key of the project has all rights. */
export const staffRights = {
  read_project: {
    roles: all,
    description: 'Read figures, settings without secrets, templates and permission definitions.',
  },
  read_users: { roles: all, description: 'Read users, teams, their members, sessions and invitations.' },
  read_log: { roles: allButViewers, description: 'Read the audit log, recent requests, sent mails and deliveries.' },
  send_mails: {
    roles: allButViewers,
    description: 'Send a mail of the service again: verification, reset, a failed one.',
  },
  end_sessions: { roles: support, description: 'End sessions of a user.' },
  suspend_users: { roles: support, description: 'Suspend users and lift suspensions.' },
  decide_sign_ups: { roles: support, description: 'Approve or refuse users on the waiting list, and invite people.' },
  impersonate: {
    roles: support,
    description: 'Sign in as a user by link. Support only if the project allows it (`support_can_impersonate`).',
  },
  change_users: { roles: admins, description: 'Create, change and delete users, teams, members, grants and API keys.' },
  reset_factors: { roles: admins, description: 'Remove the second factor of a user after the waiting time.' },
  move_users: { roles: admins, description: 'Import and export users, and run acts on many of them.' },
  export_secrets: { roles: owners, description: 'Export password hashes and the secrets of the configuration.' },
  change_messages: { roles: developers, description: 'Change templates of mails and send test mails.' },
  change_webhooks: {
    roles: developers,
    description: 'Change endpoints of webhooks, read their secrets, deliver again.',
  },
  change_permissions: { roles: developers, description: 'Change permission definitions.' },
  change_project: { roles: admins, description: 'Change settings, providers, domains and the mail server.' },
  read_keys: { roles: developers, description: 'List the keys of the project, without the keys themselves.' },
  change_keys: { roles: admins, description: 'Create and revoke keys of the project.' },
  read_staff: { roles: all, description: 'List the staff of the project.' },
  change_staff: { roles: owners, description: 'Invite and remove staff, and change their roles.' },
  delete_project: { roles: owners, description: 'Delete the project, or transfer it.' },
} as const satisfies Record<string, { roles: readonly StaffRole[]; description: string }>
type StaffRight = keyof typeof staffRights

/** The right that a field of a body requires in place of that of its endpoint. */
type RightByField = { readonly default: StaffRight; readonly fields: Readonly<Record<string, StaffRight>> }

/**
 * The right that each endpoint requires of the access token of a member of staff. An endpoint that is for a signed-in user of the
 * project needs none with the user's own token; called with admin access it needs the right here.
 */
const endpointsByRight = {
  read_project: [
    'readCurrentProject',
    'readProject',
    'exportConfiguration',
    'listConfiguredTemplates',
    'exportConfiguredTemplate',
    'readOldSystem',
    'readMetrics',
    'listTeamPermissionDefinitions',
    'listProjectPermissionDefinitions',
    'listPartnerDomains',
    'listPartnerOAuthProviders',
    'listEmailTemplates',
    'readEmailTemplate',
    'listEmailTemplateVersions',
    'readEmailDelivery',
    'readSenderDomain',
    'listProducts',
    'listTeamProducts',
    'readBilling',
  ],
  read_users: [
    'listUsers',
    'readUser',
    'readCurrentUser',
    'listSessions',
    'listPasskeys',
    'listOAuthProviders',
    'listConnectedAccounts',
    'listTeams',
    'readTeam',
    'listTeamMemberProfiles',
    'readTeamMemberProfile',
    'listTeamInvitations',
    'listTeamPermissions',
    'listProjectPermissions',
    'listUserApiKeys',
    'readUserApiKey',
    'listTeamApiKeys',
    'readTeamApiKey',
    'listContactChannels',
    'readContactChannel',
    'listNotificationPreferences',
  ],
  read_log: [
    'listAuditEvents',
    'readAuditEvent',
    'listRecentRequests',
    'listSentEmails',
    'readSentEmail',
    'listWebhookEndpoints',
    'readWebhookEndpoint',
    'readWebhookFigures',
    'listWebhookDeliveries',
    'readWebhookDelivery',
  ],
  send_mails: [
    'sendContactChannelVerificationCode',
    'sendPrimaryEmailVerificationCode',
    'sendPasswordResetCode',
    'sendSignInCode',
    'retrySentEmail',
  ],
  end_sessions: ['deleteSession', 'signOut'],
  change_users: [
    'createUser',
    'deleteUser',
    'deleteCurrentUser',
    'updateCurrentUser',
    'createSession',
    'deletePasskey',
    'renamePasskey',
    'initiatePasskeyRegistration',
    'registerPasskey',
    'setPassword',
    'updatePassword',
    'disconnectOAuthProvider',
    'createAccountAccessToken',
    'createOwnProviderAccessToken',
    'createProviderAccessToken',
    'createTeam',
    'updateTeam',
    'deleteTeam',
    'createTeamMembership',
    'deleteTeamMembership',
    'updateTeamMemberProfile',
    'sendTeamInvitation',
    'revokeTeamInvitation',
    'acceptTeamInvitation',
    'acceptTeamInvitationById',
    'readTeamInvitationDetails',
    'grantProjectPermission',
    'revokeProjectPermission',
    'grantTeamPermission',
    'revokeTeamPermission',
    'createUserApiKey',
    'updateUserApiKey',
    'checkUserApiKey',
    'createTeamApiKey',
    'updateTeamApiKey',
    'checkTeamApiKey',
    'createContactChannel',
    'updateContactChannel',
    'deleteContactChannel',
    'sendWrittenEmail',
    'exportOwnData',
  ],
  move_users: [
    'createJob',
    'cancelJob',
    'listJobs',
    'readJob',
    'readJobResult',
    'createImport',
    'cancelImport',
    'listImports',
    'readImport',
    'startImport',
    'finishImport',
    'undoImport',
    'importRecords',
    'addImportProblems',
    'listImportFindings',
    'listImportSources',
    'listImportFiles',
    'uploadImportPiece',
    'deleteImportFile',
  ],
  export_secrets: ['exportConfigurationWithSecrets'],
  change_messages: ['updateEmailTemplate', 'resetEmailTemplate', 'sendTestEmail'],
  change_webhooks: [
    'createWebhookEndpoint',
    'updateWebhookEndpoint',
    'deleteWebhookEndpoint',
    'rotateWebhookSecret',
    'replayWebhookDelivery',
    'replayWebhookDeliveries',
    'sendTestWebhook',
    'createWebhookListener',
    'fetchListenedWebhooks',
    'deleteWebhookListener',
    'createSvixToken',
    'createPartnerWebhook',
  ],
  change_permissions: [
    'createTeamPermissionDefinition',
    'updateTeamPermissionDefinition',
    'deleteTeamPermissionDefinition',
    'createProjectPermissionDefinition',
    'updateProjectPermissionDefinition',
    'deleteProjectPermissionDefinition',
  ],
  change_project: [
    'updateCurrentProject',
    'updateProject',
    'importConfiguration',
    'importConfiguredTemplate',
    'addPartnerDomain',
    'removePartnerDomain',
    'addPartnerOAuthProvider',
    'updatePartnerOAuthProvider',
    'removePartnerOAuthProvider',
    'confirmPartnerInteraction',
  ],
  read_keys: ['listInternalApiKeys', 'readInternalApiKey', 'listPartnerApiKeys', 'readPartnerApiKey'],
  change_keys: ['createInternalApiKey', 'updateInternalApiKey', 'createPartnerApiKey', 'updatePartnerApiKey'],
  read_staff: ['listProjectOwners', 'listProjectOwnerInvitations'],
  change_staff: ['inviteProjectOwner', 'revokeProjectOwnerInvitation', 'removeProjectOwner'],
  delete_project: ['deleteProject', 'deleteCurrentProject', 'checkPartnerTransferCode', 'confirmPartnerTransfer'],
} as const satisfies Partial<Record<StaffRight, readonly string[]>>

const rightsByField: Readonly<Record<string, RightByField>> = {
  updateUser: {
    default: 'change_users',
    fields: {
      restricted_by_admin: 'suspend_users',
      restricted_by_admin_reason: 'suspend_users',
      restricted_by_admin_private_details: 'suspend_users',
      restricted_by_admin_until_millis: 'suspend_users',
    },
  },
  exportRecords: { default: 'move_users', fields: { include_hashes: 'export_secrets' } },
}

export const rightOfEndpoint: Readonly<Record<string, StaffRight | RightByField>> = {
  ...Object.fromEntries(
    Object.entries(endpointsByRight).flatMap(([right, names]) => names.map((name) => [name, right as StaffRight])),
  ),
  ...rightsByField,
}

/**
 * Endpoints that take admin access and require no right: the caller of a sign-in proves who they are by the call itself, the projects of a
 * user are listed for that user, and official clients send what the service ignores. Endpoints for Svix clients require none either,
 * because their token was created with a right.
 */
export const endpointsWithoutRight = [
  'listOwnedProjects',
  'createOwnedProject',
  'listProjectDeletions',
  'signInWithPassword',
  'signUpWithPassword',
  'resetPassword',
  'checkPasswordResetCode',
  'signInWithCode',
  'checkSignInCode',
  'signInWithSecondFactor',
  'signUpAnonymously',
  'initiatePasskeyAuthentication',
  'signInWithPasskey',
  'startCliLogin',
  'pollCliLogin',
  'completeCliLogin',
  'refreshSession',
  'checkTeamInvitationCode',
  'verifyContactChannel',
  'checkContactChannelCode',
  'sendAnalyticsEvents',
] as const

const role = z.enum(staffRoles)

export const staff: Plan = {
  decision: '083',
  constants: {},
  endpoints: {
    updateProjectOwner: {
      method: 'PATCH',
      path: '/internal/projects/current/owners/{user_id}',
      tag: 'Project owners',
      summary:
        'Changes the role of a member of staff. It acts at the next call of the member. At least one owner remains. An owner needs a recent sign-in.',
      params: z.object({ user_id: userIdOrMe }),
      isRateLimited: true,
      limit: 'changeStaff',
      access: adminAccess({ body: z.strictObject({ role }), response: projectOwnerRead.extend({ role }) }),
      errors: [
        'PROJECT_NOT_FOUND',
        'RECENT_SIGN_IN_REQUIRED',
        'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
        'LAST_PROJECT_OWNER',
        'STAFF_RIGHT_REQUIRED',
      ],
    },
  },
  fields: {
    projectOwnerRead: { role },
    projectOwnerInvitationRead: { role },
    'inviteProjectOwner body': { role: role.optional().describe('Default: `owner`, as official clients expect.') },
    ownedProjectRead: { staff_role: role, staff_rights: z.array(z.enum(Object.keys(staffRights))) },
  },
  errors: {
    STAFF_RIGHT_REQUIRED: {
      status: 403,
      isExtension: true,
      message: (details: { right: string; role: StaffRole }) =>
        `Your role in this project (${details.role}) does not include this. Ask an owner of the project.`,
    },
    LAST_PROJECT_OWNER: {
      status: 400,
      isExtension: true,
      message: () => 'The project needs an owner. Make another member of its staff an owner first.',
    },
  },
  limits: {
    changeStaff: {
      description: 'changes the role of a member of staff',
      perProject: { calls: 100, seconds: 3_600 },
    },
  },
  events: {
    'project_owner.role_changed': { description: 'A member of staff got another role.', target: 'userId' },
    'staff.refused': {
      description: 'A call of a member of staff needed a right that they do not have.',
      outcome: 'refused',
    },
  },
  mails: { staff_role_changed: 'To the member and to the owners.' },
  sdk: {
    AdminApp: ['listStaff()', 'inviteStaff({ email, role })'],
    StaffMember: ['role', 'setRole(role)', 'remove()'],
    AdminOwnedProject: ['staffRole', 'staffRights'],
  },
}
