import { emit, systemCall } from '../../kernel/emit.ts'
import type { SealedRecords, SealedValue } from '../../platform/crypto/sealed-records.ts'
import { headersIdentity, secretIdentity } from './endpoint.ts'
import { listSealedEndpoints, replaceSealedValues, type SealedEndpoint } from './endpoints.ts'

const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/** Secrets and headers of endpoints for webhooks. */
export const sealedWebhookSecrets: SealedRecords = {
  name: 'secrets and headers of webhook endpoints',
  async list(sql, after, limit) {
    const [projectId = '', id = NIL_UUID] = after ?? []
    const rows = await sql.run(listSealedEndpoints({ projectId, id }, limit))
    return rows.map((row) => ({
      cursor: [row.projectId, row.id],
      values: valuesOf(row),
      write: async (tx, resealed, now) => {
        const isWritten = await tx.run(replaceSealedValues(row, withValues(row, resealed)))
        if (isWritten) await tx.run(emit(systemCall(row.projectId, now), 'project.secrets_resealed', {}))
        return isWritten
      },
    }))
  },
}

function valuesOf({ headersSealed, id, oldSecretSealed, projectId, secretSealed }: SealedEndpoint): SealedValue[] {
  const secret = secretIdentity(projectId, id)
  return [
    { identity: secret, sealed: secretSealed },
    ...(oldSecretSealed === null ? [] : [{ identity: secret, sealed: oldSecretSealed }]),
    ...(headersSealed === null ? [] : [{ identity: headersIdentity(projectId, id), sealed: headersSealed }]),
  ]
}

/** Replaces the sealed values, in the order in which `valuesOf` lists them. */
function withValues(row: SealedEndpoint, resealed: readonly string[]): SealedEndpoint {
  const next = resealed.values()
  const take = (old: string): string => next.next().value ?? old
  return {
    ...row,
    secretSealed: take(row.secretSealed),
    oldSecretSealed: row.oldSecretSealed === null ? null : take(row.oldSecretSealed),
    headersSealed: row.headersSealed === null ? null : take(row.headersSealed),
  }
}
