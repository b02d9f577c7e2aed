import { emit, systemCall } from '../../kernel/emit.ts'
import type { SealedRecords } from '../../platform/crypto/sealed-records.ts'
import { connectionSecretIdentity } from './connection.ts'
import { listSealedConnections, replaceConnectionSecret } from './store.ts'

const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/** Client secrets and keys of team connections. */
export const sealedConnectionSecrets: SealedRecords = {
  name: 'secrets of team connections',
  async list(sql, after, limit) {
    const [projectId = '', id = NIL_UUID] = after ?? []
    const rows = await sql.run(listSealedConnections({ projectId, id }, limit))
    return rows.map((row) => ({
      cursor: [row.projectId, row.id],
      values: [{ identity: connectionSecretIdentity(row.projectId, row.id), sealed: row.secretSealed }],
      write: async (tx, [resealed = row.secretSealed], now) => {
        const isWritten = await tx.run(replaceConnectionSecret(row, resealed))
        if (isWritten) await tx.run(emit(systemCall(row.projectId, now), 'project.secrets_resealed', {}))
        return isWritten
      },
    }))
  },
}
