// Writes the types that derive from the contract; `build-wire-types.mjs` runs it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import * as contract from '@portico/contract'

import { sdkTypes, wireTypes, type SdkRecord } from '../packages/contract/wire-types.ts'

const { userClientRead, userClientUpdate, userServerRead, userServerUpdate } = contract

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
