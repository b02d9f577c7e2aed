import { noResult, nothing, sequence, type Statement } from '../kernel/statement.ts'
import { asUser } from '../kernel/emit.ts'
import { newDeviceMail } from '../mails/queue-mail.ts'
import { deviceOfCall, keyOfDevice } from '../records/known-devices/device-of-call.ts'
import { deleteDevicesAboveLimit } from '../records/known-devices/store.ts'
import { recordSignInOnDevice } from '../records/queries/sessions/new-device.ts'
import type { SessionCall } from './start-session.ts'

/**
 * Records the device of a complete sign-in, and queues a mail if it is a new one (decision 087). Run it after the
 * statement that writes the session and locks the user. Does nothing while the project has these mails switched off.
 */
export function noticeDevice(call: SessionCall, userId: string, sessionId: string): Statement<void> {
  const { origin, project, projectId, request } = call
  if (!project.config.notifyNewDevice) return nothing
  const device = deviceOfCall(request.endUser)
  const mail = newDeviceMail({
    userId,
    sessionId,
    device: device.name,
    countryCode: device.countryCode,
    clientAddress: request.endUser?.ip ?? origin.clientAddress,
    signedInAtMillis: call.now().getTime(),
  })
  return sequence([
    recordSignInOnDevice(asUser(call, userId), userId, keyOfDevice(device), mail),
    deleteDevicesAboveLimit(projectId, userId),
  ]).map(noResult)
}
