import { REMEMBERED_DEVICE_MAX_DAYS, REMEMBERED_DEVICES_PER_USER } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'
import { asSystem, emitEach, type EventCall } from '../../kernel/emit.ts'
import { allRows, firstRow, isAnyTouched, noResult, statement, type Statement } from '../../kernel/statement.ts'
import { sweepOf } from '../../platform/db/sweep.ts'

const DAY_MILLIS = 24 * 60 * 60_000

const deviceColumns = columns({
  id: column<string>('id'),
  secretHash: column<Uint8Array>('secret_hash'),
  userAgent: column<string | null>('user_agent'),
  createdAt: column<Date>('created_at'),
  lastUsedAt: column<Date>('last_used_at'),
  /** When the user proved the second factor on the device. */
  rememberedAt: column<Date>('remembered_at'),
})

export type UserDevice = RowOf<typeof deviceColumns>

/** Writes a remembered device of a locked user. It replaces what the user had remembered on the device before. */
export function insertRememberedDevice(
  projectId: string,
  userId: string,
  device: Omit<UserDevice, 'createdAt' | 'lastUsedAt' | 'rememberedAt'>,
  replacedHashes: readonly Uint8Array[],
  now: Date,
): Statement<void> {
  const expiresAt = new Date(now.getTime() + REMEMBERED_DEVICE_MAX_DAYS * DAY_MILLIS)
  // guard: a proof replaces the secret of a remembered device
  //   (replace `secret_hash = any (${replacedHashes}::bytea[])` with `false`) [second-step]
  return statement`
    with replaced as (
      delete from user_devices
      where project_id = ${projectId} and user_id = ${userId} and secret_hash = any (${replacedHashes}::bytea[])
    )
    insert into user_devices
      (project_id, id, user_id, secret_hash, user_agent, created_at, last_used_at, remembered_at, expires_at)
    values (${projectId}, ${device.id}, ${userId}, ${device.secretHash}, ${device.userAgent}, ${now}, ${now}, ${now},
      ${expiresAt})`.map(noResult)
}

/** Ends the least recently used devices of a locked user who has too many. */
export function endDevicesAboveLimit(call: EventCall, userId: string, rememberedSince: Date): Statement<void> {
  const { projectId } = call
  return emitEach(
    asSystem(call),
    'remembered_device.ended',
    statement`
      with ended as (
        delete from user_devices where project_id = ${projectId} and user_id = ${userId} and id = any (array(
          select id from user_devices where project_id = ${projectId} and user_id = ${userId}
          order by last_used_at desc, id offset ${REMEMBERED_DEVICES_PER_USER}))
        returning user_id, remembered_at
      ), changed as (
        -- A device that is not remembered any more has already ended.
        select user_id as "userId" from ended where remembered_at > ${rememberedSince}
      )`,
  )
}

/** Finds the user's device that has one of the secrets. */
export function findRememberedDevice(
  projectId: string,
  userId: string,
  secretHashes: readonly Uint8Array[],
  rememberedSince: Date,
): Statement<{ readonly id: string } | null> {
  return statement<{ id: string }>`
    select id from user_devices
    where project_id = ${projectId} and user_id = ${userId} and secret_hash = any (${secretHashes}::bytea[])
      and remembered_at > ${rememberedSince}
    limit 1`.map(firstRow)
}

/** @returns whether the device is still remembered */
export function useRememberedDevice(
  projectId: string,
  userId: string,
  deviceId: string,
  { now, rememberedSince }: { readonly now: Date; readonly rememberedSince: Date },
): Statement<boolean> {
  return statement`
    update user_devices set last_used_at = ${now}
    where project_id = ${projectId} and user_id = ${userId} and id = ${deviceId} and remembered_at > ${rememberedSince}`.map(
    isAnyTouched,
  )
}

/** Lists the remembered devices of a user, newest first. */
export function listRememberedDevicesOfUser(
  projectId: string,
  userId: string,
  rememberedSince: Date,
): Statement<UserDevice[]> {
  return statement<UserDevice>`
    select ${deviceColumns} from user_devices
    where project_id = ${projectId} and user_id = ${userId} and remembered_at > ${rememberedSince}
    order by remembered_at desc, id`.map(allRows)
}

/** @returns whether the user has had the device */
export function forgetRememberedDevice(
  projectId: string,
  userId: string,
  deviceId: string,
  rememberedSince: Date,
): Statement<boolean> {
  // guard: a remembered device is forgotten by its user only (drop `user_id = ${userId}`) [second-step]
  return statement`
    delete from user_devices
    where project_id = ${projectId} and user_id = ${userId} and id = ${deviceId} and remembered_at > ${rememberedSince}`.map(
    isAnyTouched,
  )
}

export function forgetRememberedDevicesOfUser(projectId: string, userId: string): Statement<void> {
  return statement`
    delete from user_devices where project_id = ${projectId} and user_id = ${userId}`.map(noResult)
}

export const sweepExpiredDevices = sweepOf('user_devices', '0 days')
