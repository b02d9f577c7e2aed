// Writes the types that derive from the contract; `build-wire-types.mjs` runs it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import * as contract from '@portico/contract'

import { sdkTypes, wireTypes, type SdkRecord } from '../packages/contract/wire-types.ts'

const { userClientRead, userClientUpdate, userServerRead, userServerUpdate } = contract

const brandingNames = Object.keys(contract.brandingRead.shape)

/** Settings with settings of their own. The SDK derives their types, because it renames them at every level. */
const nestedSettings = [
  'bot_check',
  'domains',
  'email_config',
  'enabled_oauth_providers',
  'oauth_providers',
  'oidc_providers',
  'old_system',
  'sign_up_rules',
]

const sdkRecords: readonly SdkRecord[] = [
  fieldsOf('Passkey', contract.passkeyRead, ['user_id']),
  fieldsOf('RememberedDevice', contract.rememberedDeviceRead, ['is_this_device']),
  fieldsOf('ServerUserInvitation', contract.userInvitationRead),
  fieldsOf('AdminProjectOwnerInvitation', contract.projectOwnerInvitationRead),
  fieldsOf('RecentRequest', contract.recentRequestRead),
  fieldsOf('AuditEvent', contract.auditEventRead, ['actor_id', 'actor_key_set_id', 'actor_type']),
  fieldsOf('Job', contract.jobRead, ['failures']),
  fieldsOf('WebhookDelivery', contract.webhookDeliveryRead),
  fieldsOf('WebhookEndpoint', contract.webhookEndpointRead, ['disabled']),
  fieldsOf('AnnouncedFactorReset', contract.factorResetRead),
  fieldsOf('ApiKey', contract.userApiKeyRead, [
    'type',
    'user_id',
    'value',
    // The SDK presents absent ones as null.
    'manually_revoked_at_millis',
    'last_used_at_millis',
    'created_by_user_id',
    'created_at_end_user_ip_info',
  ]),
  fieldsOf('ApiKeyOrigin', contract.userApiKeyRead.shape.created_at_end_user_ip_info.unwrap()),
  fieldsOf('InternalApiKeyBase', contract.internalApiKeyFirstView, [
    'manually_revoked_at_millis',
    'publishable_client_key',
    'secret_server_key',
    'super_secret_admin_key',
  ]),
  fieldsOf('ActiveSession', contract.sessionRead, ['created_at', 'last_used_at', 'last_used_at_end_user_ip_info']),
  fieldsOf('ContactChannel', contract.contactChannelRead, ['user_id']),
  fieldsOf('ServerContactChannel', contract.contactChannelServerRead, Object.keys(contract.contactChannelRead.shape)),
  { ...fieldsOf('Team', contract.teamClientRead), comment: 'The fields of a team that its members read.' },
  fieldsOf('TeamMemberProfile', contract.teamMemberProfileClientRead, ['team_id', 'user_id']),
  fieldsOf('ReceivedTeamInvitation', contract.teamInvitationRead),
  fieldsOf('ConnectionDomain', contract.connectionDomainRead),
  fieldsOf('DomainProof', contract.domainProofRead, ['domain']),
  fieldsOf('TeamConnection', contract.teamConnectionRead, ['authentication', 'domains']),
  fieldsOf('SentEmailSender', contract.mailSender),
  fieldsOf('SentEmailError', contract.mailError, ['message', 'rawError']),
  fieldsOf('SentEmailTry', contract.sentEmailTry, ['error', 'sender_config']),
  fieldsOf('AdminSentEmail', contract.sentEmailRead, ['error', 'sender_config', 'to']),
  fieldsOf('AdminEmailTemplate', contract.emailTemplateRead, ['failed']),
  fieldsOf('AdminListedEmailTemplate', contract.listedEmailTemplateRead, Object.keys(contract.emailTemplateRead.shape)),
  fieldsOf('AdminEmailTemplateVersion', contract.emailTemplateVersionRead, ['changed_by']),
  fieldsOf('OldSystemMove', contract.oldSystemMove, ['failures', 'failures_by_day', 'limits', 'moved_by_day']),
  fieldsOf('OldSystemLimit', contract.oldSystemMove.shape.limits.unwrap().shape.per_account),
  fieldsOf('OldSystemFailures', contract.oldSystemMove.shape.failures.element, ['last']),
  fieldsOf('OldSystemAttempt', contract.oldSystemMove.shape.failures.element.shape.last),
  fieldsOf('ImportRun', contract.importRead, ['affected', 'counts', 'hash_formats', 'job', 'undo']),
  fieldsOf('ImportCounts', contract.importRead.shape.counts),
  fieldsOf('ImportLosses', contract.importRead.shape.affected),
  fieldsOf('ImportUndo', contract.importRead.shape.undo.unwrap()),
  fieldsOf('ImportReading', contract.importRead.shape.job.unwrap()),
  fieldsOf('ImportSourceFile', contract.importSourceRead.shape.files.element),
  fieldsOf('ImportSourceInfo', contract.importSourceRead, ['files', 'options']),
  fieldsOf('ImportLineOutcome', contract.importedLine, ['message', 'user_id']),
  fieldsOf('ImportLineFinding', contract.importFinding, ['reasons']),
  fieldsOf('UploadedImportFile', contract.importFileRead, ['pieces']),
  fieldsOf('Project', contract.projectClientRead, ['config', ...brandingNames]),
  { ...fieldsOf('ProjectBranding', contract.brandingRead), isPartial: true },
  fieldsOf('ProjectConfig', contract.projectClientRead.shape.config, [
    'domains',
    'enabled_oauth_providers',
    'has_connection_domains',
    'oidc_providers',
  ]),
  fieldsOf('AdminProject', contract.projectAdminRead, [
    ...Object.keys(contract.projectClientRead.shape),
    'description',
    'shows_portico',
  ]),
  { ...fieldsOf('AdminProjectConfig', contract.projectConfigRead, nestedSettings), keepsNumbers: true },
  {
    name: 'AdminProjectConfigOptions',
    comment: 'The settings of a project that are sent as the caller gives them.',
    schema: contract.projectConfigUpdate,
    without: nestedSettings,
    isOptions: true,
    keepsNumbers: true,
  },
  {
    name: 'ProjectBrandingOptions',
    comment: 'The branding of a project as owners change it.',
    schema: contract.brandingUpdate,
    without: [],
    isOptions: true,
    keepsNumbers: true,
  },

  {
    name: 'UserFields',
    comment: 'The fields of a user that are presented as the service sends them.',
    schema: userClientRead,
    without: ['auth_with_email', 'oauth_providers', 'requires_totp_mfa', 'selected_team'],
  },
  {
    name: 'ServerUserFields',
    comment: 'The same for the fields that only servers read.',
    schema: userServerRead,
    without: [
      ...Object.keys(userClientRead.shape),
      ...suspensionFieldsOf(userServerRead),
      'last_active_at_millis',
      'risk_scores',
    ],
  },
  {
    name: 'UserOptions',
    comment: 'The fields of a user that are sent as the caller gives them.',
    schema: userClientUpdate,
    without: ['totp_secret_base64'],
    isOptions: true,
  },
  {
    name: 'ServerUserOptions',
    comment: 'The same for the fields that only servers change.',
    schema: userServerUpdate,
    without: [
      ...Object.keys(userClientUpdate.shape),
      ...suspensionFieldsOf(userServerUpdate),
      'is_anonymous',
      'risk_scores',
    ],
    isOptions: true,
  },
]

const [wireFile = '', sdkFile = ''] = process.argv.slice(2)
// A clone has no folder that contains only files which are not in git.
for (const file of [wireFile, sdkFile]) mkdirSync(dirname(file), { recursive: true })
writeFileSync(sdkFile, sdkTypes(contract, sdkRecords))
writeFileSync(wireFile, wireTypes(contract))
const format = ['node_modules/oxfmt/bin/oxfmt', wireFile, sdkFile]
process.exitCode = spawnSync(process.execPath, format, { stdio: ['ignore', 'ignore', 'inherit'] }).status ?? 1

/** @param without what the SDK declares by hand */
function fieldsOf(record: string, schema: SdkRecord['schema'], without: readonly string[] = []): SdkRecord {
  return {
    name: `${record}Fields`,
    comment: `The fields of \`${record}\` that are presented as the service sends them.`,
    schema,
    without,
  }
}

function suspensionFieldsOf({ shape }: { readonly shape: object }): string[] {
  return Object.keys(shape).filter((name) => name.startsWith('restricted_by_admin'))
}
