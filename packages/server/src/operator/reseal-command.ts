import { IMPORT_FILES_KEPT_HOURS } from '@portico/contract'

import { listLanes } from '../platform/cells/across-cells.ts'
import { sealedProjectSecrets, sealedSigningKeys } from '../records/projects/sealed-values.ts'
import { sealedCellAddresses } from './cell-moves/sealed-addresses.ts'
import type { OperatorCommand } from './command.ts'
import { MOVED_MEANWHILE, requireNoMove } from './moves-meanwhile.ts'
import { resealRecords } from './reseal.ts'
import { sealedFactorSecrets } from '../records/credentials/authenticator-app.ts'
import { sealedProviderTokens } from '../records/credentials/provider-account.ts'
import { emit, systemCall } from '../kernel/emit.ts'
import { sealedConnectionSecrets } from '../records/team-connections/sealed-values.ts'
import { sealedWebhookSecrets } from '../records/webhooks/sealed-values.ts'

/** All sealed values that live longer than the time after which the operator may remove the old secret. */
const everySealedRecord = [
  sealedSigningKeys,
  sealedProjectSecrets,
  sealedFactorSecrets,
  sealedProviderTokens,
  sealedWebhookSecrets,
  sealedConnectionSecrets,
  sealedCellAddresses,
]

const SHOWN_MAX = 20

/** Encrypts every stored secret under the first secret of `PORTICO_SECRET`, so that the others can be removed. */
export const resealCommand: OperatorCommand = {
  name: 'reseal',
  summary: 'Encrypts stored secrets under the first secret of PORTICO_SECRET=new,old.',
  options: {},
  async run(dependencies, _options, print) {
    const { clock, db, settings } = dependencies
    const isMovedSince = await requireNoMove(db)
    const unopened: string[] = []
    let unfinished = 0
    for (const records of everySealedRecord) {
      let resealed = 0
      let current = 0
      for (const lane of records.isOfHomeCell ? [db] : listLanes(db)) {
        const outcome = await resealRecords({ ...dependencies, db: lane }, records, print)
        resealed += outcome.resealed
        current += outcome.current
        unopened.push(...outcome.unopened)
        unfinished += outcome.unfinished
      }
      print(`${records.name}: ${resealed} resealed, ${current} already sealed under the first secret`)
    }
    const isMoved = await isMovedSince()
    const isComplete = !isMoved && unopened.length + unfinished === 0
    const call = systemCall('internal', clock.now())
    await db.run(emit(call, isComplete ? 'service.resealed' : 'service.reseal_incomplete', {}))
    if (isMoved) print(MOVED_MEANWHILE)
    if (unfinished > 0) {
      print(`Values that changed during every attempt to write them: ${unfinished}. Run the command again.`)
    }
    if (unopened.length > 0) {
      print(
        [
          `Values that no secret in PORTICO_SECRET can open and that were not changed: ${unopened.length}.`,
          ...unopened.slice(0, SHOWN_MAX).map((identity) => `  ${identity}`),
          ...(unopened.length > SHOWN_MAX ? [`  and ${unopened.length - SHOWN_MAX} more`] : []),
          'Add the secret that sealed them to the end of PORTICO_SECRET and run the command again.',
        ].join('\n'),
      )
    }
    if (!isComplete) return 1
    print(whenToRemove(clock.now(), Object.values(settings.codeLifetimes)))
    return 0
  },
}

/**
 * Short-lived values, such as mailed codes, sign-ins in progress and files of imports, are not resealed: they expire
 * first.
 */
function whenToRemove(now: Date, lifetimesSeconds: readonly number[]): string {
  const end = new Date(now.getTime() + Math.max(IMPORT_FILES_KEPT_HOURS * 3_600, ...lifetimesSeconds) * 1_000)
  return [
    'Every stored secret is sealed under the first secret of PORTICO_SECRET.',
    `Remove the older ones after ${end.toISOString()}. Codes that were mailed and files of imports that were uploaded earlier require them until they expire.`,
  ].join('\n')
}
