import { z } from 'zod'

import { findProviderName } from '../records/team-connections/provider-name.ts'
import { accountChanges, addressChanges, removedParts, undoneRecords } from '../texts/en/notices.ts'
import { atMoment, chosenAddress, chosenName, plainText } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'

const payload = z.object({
  change: z.enum(accountChanges),
  changedAtMillis: z.int(),
  /** The display name of the sign-in provider, such as "GitHub"; empty if the change has none. */
  providerName: z.string(),
  removed: z.array(z.enum(removedParts)).optional(),
  undone: z.array(z.enum(undoneRecords)).optional(),
  /** The name of the passkey, chosen by the user. */
  passkeyName: z.string().optional(),
  /** The description of the API key, chosen by the user. */
  apiKeyName: z.string().optional(),
  /** The recovery codes that remain after the use of one. */
  unusedCodes: z.int().optional(),
  /** Ids of the providers whose accounts were disconnected. */
  disconnected: z.array(z.string()).optional(),
  /** The address that was added, changed or removed. */
  address: z.string().optional(),
  addressChanges: z.array(z.enum(addressChanges)).optional(),
})

export const signInMethodChanged = mailKind(payload, async ({ db, project }, written) => {
  const { address = null, apiKeyName = null, disconnected = [], passkeyName = null } = written
  const names = await db.batch(disconnected.map((id) => findProviderName(project, id)))
  return {
    mail: 'signInMethodChanged',
    data: {
      change: written.change,
      changedAt: atMoment(written.changedAtMillis),
      providerName: plainText(written.providerName),
      passkeyName: chosenName(passkeyName),
      apiKeyName: chosenName(apiKeyName),
      unusedCodes: plainText(written.unusedCodes === undefined ? '' : String(written.unusedCodes)),
      removed: written.removed ?? [],
      undone: written.undone ?? [],
      disconnected: { list: names },
      disconnectedCount: disconnected.length,
      address: chosenAddress(address),
      addressChanges: written.addressChanges ?? [],
    },
  }
})
