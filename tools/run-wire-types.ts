// Writes the types that derive from the contract; `build-wire-types.mjs` runs it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import * as contract from '@portico/contract'

import { sdkTypes, wireTypes, type SdkRecord, type UnionSchema } from '../packages/contract/wire-types.ts'

const { userClientRead, userClientUpdate, userServerRead, userServerUpdate } = contract

const brandingNames = Object.keys(contract.brandingRead.shape)

const settings = contract.projectConfigUpdate.shape
const { element: oauthProvider } = settings.oauth_providers.unwrap()
const { element: oidcProvider } = settings.oidc_providers.unwrap()

/**
 * The records within the settings of a project and of an issuer, which the SDK renames too. An update accepts those of
 * a project as they are read.
 */
const settingParts: readonly SdkRecord[] = [
  partOf('AdminDomainConfig', 'A trusted domain and the path of its handler.', settings.domains.unwrap().element),
  partOf(
    'AdminDefaultPermission',
    'A permission that users or team members have from the start.',
    settings.user_default_permissions.unwrap().element,
  ),
  ...unionOf(
    'AdminOAuthProviderOptions',
    'A provider, with keys of the operator (`shared`) or of the project (`standard`).',
    oauthProvider,
    {
      AdminSharedOAuthProviderOptions: 'A provider with keys of the operator.',
      AdminStandardOAuthProviderOptions: 'A provider with keys of the project.',
    },
  ),
  ...unionOf(
    'AdminEmailConfig',
    'The mail server of the operator (`shared`) or of the project (`standard`), or an HTTPS endpoint of the project that sends the mails (`endpoint`). Secrets are masked.',
    settings.email_config.unwrap(),
    {
      AdminSharedEmailConfig: 'The mail server of the operator.',
      AdminEmailServerConfig: 'A mail server of the project.',
      AdminEmailEndpointConfig: 'An HTTPS endpoint of the project, which gets each mail as signed JSON.',
    },
  ),
  partOf(
    'AdminDkimConfig',
    'How mails are signed (RFC 6376) for the domain of the sender.',
    settings.email_config.unwrap().options[1].shape.dkim.unwrap(),
  ),
  ...unionOf(
    'AdminOldSystemConfig',
    'The system that the project used before, which checks passwords until `endsAtMillis`. The secret is masked.',
    contract.oldSystem,
    {
      StackOldSystem: 'Any service with the Stack protocol. Users keep their ids.',
      CognitoOldSystem: 'An app client of an Amazon Cognito user pool that permits USER_PASSWORD_AUTH.',
      FirebaseOldSystem: 'Firebase Authentication or Google Identity Platform.',
      Auth0OldSystem: 'An Auth0 application that permits the grant type Password.',
      EndpointOldSystem: 'An HTTPS endpoint of the owner, which gets address and password as signed JSON.',
    },
  ),
  ...unionOf(
    'AdminBotCheckConfig',
    'What clients must solve before a sign-up, a sign-in with a password and some mails: nothing, a puzzle, or Turnstile. The secret is masked.',
    contract.botCheck,
    {
      NoBotCheck: 'Clients solve nothing.',
      ProofOfWorkBotCheck: 'Clients solve a puzzle, which costs the browser time.',
      TurnstileBotCheck: 'Clients solve a challenge of Turnstile, with keys of the project.',
    },
  ),
  partOf(
    'SignUpRule',
    'A rule for sign-up. All of its conditions (`when`) must hold, and one without conditions always matches. The first rule of the list that matches decides.',
    contract.signUpRule,
  ),
  partOf(
    'SignUpConditions',
    'The conditions of a rule for sign-up. All of them must hold.',
    contract.signUpRule.shape.when,
  ),
  partOf(
    'SignUpHours',
    'Hours of the day in which a rule for sign-up matches.',
    contract.signUpRule.shape.when.shape.hour.unwrap(),
  ),
  partOf(
    'AdminOidcProviderOptions',
    'An OpenID Connect issuer by URL, as an update of the project accepts it.',
    oidcProvider,
  ),
  ...unionOf(
    'IssuerAuthenticationOptions',
    'How the service is to authenticate at an issuer.',
    oidcProvider.shape.authentication,
    {
      IssuerSecretAuthenticationOptions: 'The service sends a secret to the issuer.',
      IssuerKeyAuthenticationOptions: 'The service signs what it sends to the issuer.',
    },
  ),
  {
    ...partOf(
      'AdminOidcProviderConfig',
      'An OpenID Connect issuer by URL. The secret or private key is masked; `publicJwk` is the key to register at the issuer.',
      contract.oidcProviderRead,
    ),
    isOptions: false,
  },
  ...unionOf(
    'IssuerAuthentication',
    'How the service authenticates at an issuer. Secrets are masked.',
    contract.oidcProviderRead.shape.authentication,
    {
      IssuerSecretAuthentication: 'The service sends a secret to the issuer.',
      IssuerKeyAuthentication: 'The service signs what it sends to the issuer.',
    },
  ).map((part) => ({ ...part, isOptions: false })),
]

const sdkRecords: readonly SdkRecord[] = [
  ...settingParts,
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
  fieldsOf('TeamConnection', contract.teamConnectionRead, ['domains']),
  {
    name: 'TeamConnectionOptions',
    comment:
      'The settings of an OpenID Connect issuer: its address, the client there, and how the service authenticates.',
    schema: contract.teamConnectionCreate,
    without: ['team_id'],
    isOptions: true,
    keepsNumbers: true,
  },
  {
    name: 'TeamConnectionUpdateOptions',
    comment: 'Changes of a connection. Absent settings keep their value, and the issuer cannot change.',
    schema: contract.teamConnectionUpdate,
    without: [],
    isOptions: true,
    keepsNumbers: true,
  },
  {
    name: 'IssuerDiscovery',
    comment: 'The discovery document of an OpenID Connect issuer, and why it cannot be used.',
    schema: contract.oidcDiscoveryRead,
    without: [],
  },
  {
    name: 'IssuerDocument',
    comment: 'What the service uses of a discovery document.',
    schema: contract.oidcDiscoveryRead.shape.document.unwrap(),
    without: [],
    isPart: true,
  },
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
  {
    ...fieldsOf('AdminProjectConfig', contract.projectConfigRead, ['enabled_oauth_providers', 'oauth_providers']),
    keepsNumbers: true,
    types: {
      bot_check: 'AdminBotCheckConfig',
      domains: 'AdminDomainConfig[]',
      email_config: 'AdminEmailConfig',
      old_system: 'AdminOldSystemConfig | null',
    },
  },
  {
    name: 'AdminProjectConfigOptions',
    comment: 'The settings of a project that are sent as the caller gives them.',
    schema: contract.projectConfigUpdate,
    without: [],
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

/** A record within others. */
function partOf(name: string, comment: string, schema: SdkRecord['schema']): SdkRecord {
  return { name, comment, schema, without: [], isPart: true, isOptions: true, keepsNumbers: true }
}

/** @param parts the names of the options of the union, in their order, with their comments */
function unionOf(
  name: string,
  comment: string,
  schema: UnionSchema,
  parts: Readonly<Record<string, string>>,
): SdkRecord[] {
  const named = Object.entries(parts)
  const members = schema.options.map((option, index) => {
    const [part, text] = named[index] ?? []
    if (!part || !text) throw new Error(`${name} needs a name for each of its ${schema.options.length} options.`)
    return partOf(part, text, option)
  })
  return [partOf(name, comment, schema), ...members]
}

function suspensionFieldsOf({ shape }: { readonly shape: object }): string[] {
  return Object.keys(shape).filter((name) => name.startsWith('restricted_by_admin'))
}
