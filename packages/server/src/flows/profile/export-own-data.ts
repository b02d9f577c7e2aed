import type { OwnDataRead } from '@portico/contract'

import type { ProjectCall } from '../../api/rules/route.ts'
import { emit } from '../../kernel/emit.ts'
import { presentUserKey } from '../../records/api-keys/present.ts'
import { listKeys } from '../../records/api-keys/store.ts'
import { presentContactChannel } from '../../records/contact-channels/present.ts'
import { listChannelsOfUser } from '../../records/contact-channels/store.ts'
import { listPasskeysOfUser } from '../../records/credentials/passkey.ts'
import { presentPasskey } from '../../records/credentials/present.ts'
import { presentImage } from '../../records/images/image-path.ts'
import { listKnownDevicesOfUser } from '../../records/known-devices/store.ts'
import { listOwnGrants, listOwnMemberships, type OwnMembership } from '../../records/queries/members/own-memberships.ts'
import { presentSession } from '../../records/sessions/present.ts'
import { sessionWindow } from '../../records/sessions/session-window.ts'
import { listSessionsOfUser } from '../../records/sessions/store.ts'
import { deviceSecretHashes, rememberedSince } from '../../records/user-devices/device-secret.ts'
import { presentRememberedDevice } from '../../records/user-devices/present.ts'
import { listRememberedDevicesOfUser } from '../../records/user-devices/store.ts'
import { presentToClient } from '../../records/users/present.ts'
import type { User } from '../../records/users/user.ts'

/** Returns all data of the signed-in user in the form in which clients read it. */
export async function exportOwnData(
  call: ProjectCall & { readonly user: User },
  baseUrl: string,
): Promise<OwnDataRead> {
  const { caller, db, project, projectId, request, user } = call
  const now = call.now()
  const days = project.config.rememberDeviceDays
  const secretHashes = deviceSecretHashes(request.headers)
  const found = await db.batch({
    channels: listChannelsOfUser(projectId, user.id),
    sessions: listSessionsOfUser(projectId, user.id, false, sessionWindow(project, now)),
    passkeys: listPasskeysOfUser(projectId, user.id),
    devices: listRememberedDevicesOfUser(projectId, user.id, rememberedSince(now, days)),
    knownDevices: listKnownDevicesOfUser(projectId, user.id),
    memberships: listOwnMemberships(projectId, user.id),
    grants: listOwnGrants(projectId, user.id),
    keys: listKeys(projectId, { type: 'user', id: user.id }),
    exported: emit(call, 'user.data_exported', { userId: user.id }),
  })
  return {
    exported_at_millis: now.getTime(),
    user: presentToClient(user, baseUrl, now),
    contact_channels: found.channels.map(presentContactChannel),
    sessions: found.sessions.map((session) => presentSession(session, caller.claims?.sessionId)),
    passkeys: found.passkeys.map(presentPasskey),
    remembered_devices: found.devices.map((device) => presentRememberedDevice(device, days, secretHashes)),
    known_devices: found.knownDevices.map(({ createdAt, device, lastUsedAt }) => ({
      name: device,
      created_at_millis: createdAt.getTime(),
      last_used_at_millis: lastUsedAt.getTime(),
    })),
    teams: found.memberships.map((membership) => presentMembership(membership, baseUrl)),
    project_permission_ids: found.grants,
    api_keys: found.keys.map(presentUserKey),
  }
}

function presentMembership(membership: OwnMembership, baseUrl: string): OwnDataRead['teams'][number] {
  return {
    id: membership.teamId,
    display_name: membership.teamDisplayName,
    joined_at_millis: membership.createdAt.getTime(),
    member_display_name: membership.displayName,
    member_profile_image_url: presentImage(baseUrl, membership.profileImage),
    permission_ids: membership.permissionIds.filter((id) => id !== null).toSorted(),
  }
}
