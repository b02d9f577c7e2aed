import { sealedProjectSecrets, sealedSigningKeys } from '../records/projects/sealed-values.ts'
import type { OperatorCommand } from './command.ts'
import { resealRecords } from './reseal.ts'
import { sealedTotpSecrets } from '../records/credentials/authenticator-app.ts'
import { sealedProviderTokens } from '../records/credentials/provider-account.ts'
import { emit, systemCall } from '../kernel/emit.ts'

/** Everything that is sealed and lives longer than the wait that this command asks for. */
const everySealedRecord = [sealedSigningKeys, sealedProjectSecrets, sealedTotpSecrets, sealedProviderTokens]

const SHOWN_MAX = 20

/** Encrypts every stored secret under the first secret of `PORTICO_SECRET`, so that the others can be removed. */
export const resealCommand: OperatorCommand = {
  name: 'reseal',
  summary: 'Encrypts stored secrets under the first secret of PORTICO_SECRET=new,old.',
  options: {},
  async run(dependencies, _options, print) {
    const { clock, db, settings } = dependencies
    const unopened: string[] = []
    let unfinished = 0
    for (const records of everySealedRecord) {
      const outcome = await resealRecords(dependencies, records, print)
      const { resealed, current } = outcome
      print(`${records.name}: ${resealed} resealed, ${current} were under the first secret already`)
      unopened.push(...outcome.unopened)
      unfinished += outcome.unfinished
    }
    const isComplete = unopened.length + unfinished === 0
    const call = systemCall('internal', clock.now())
    await db.run(emit(call, isComplete ? 'service.resealed' : 'service.reseal_incomplete', {}))
    if (unfinished > 0) {
      print(`Values that changed whenever they were about to be written: ${unfinished}. Run the command again.`)
    }
    if (unopened.length > 0) {
      print(
        [
          `Values that no secret in PORTICO_SECRET opens, which were left as they are: ${unopened.length}.`,
          ...unopened.slice(0, SHOWN_MAX).map((identity) => `  ${identity}`),
          ...(unopened.length > SHOWN_MAX ? [`  and ${unopened.length - SHOWN_MAX} more`] : []),
          'Add the secret they were sealed under at the end of PORTICO_SECRET and run the command again.',
        ].join('\n'),
      )
    }
    if (unfinished + unopened.length > 0) return 1
    print(whenToRemove(clock.now(), Object.values(settings.codeLifetimes)))
    return 0
  },
}

/** What lives shortly is not resealed: mailed codes and sign-ins under way end by themselves. */
function whenToRemove(now: Date, lifetimesSeconds: readonly number[]): string {
  const end = new Date(now.getTime() + Math.max(...lifetimesSeconds) * 1_000)
  return [
    'Every stored secret is sealed under the first secret of PORTICO_SECRET.',
    `Remove the older ones after ${end.toISOString()}: codes that were mailed before need them until they expire.`,
  ].join('\n')
}
