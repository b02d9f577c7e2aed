import type { SealedRecords } from '../../platform/crypto/sealed-records.ts'
import { listTotpSecrets, replaceTotpSecret } from './store.ts'
import { totpSecretIdentity } from '../../accounts/totp-secret.ts'

const NIL_UUID = '00000000-0000-0000-0000-000000000000'

export const sealedTotpSecrets: SealedRecords = {
  name: 'secrets of authenticator apps',
  async list(sql, after, limit) {
    const [projectId = '', id = NIL_UUID] = after ?? []
    const rows = await listTotpSecrets(sql, { projectId, id }, limit)
    return rows.map((row) => ({
      cursor: [row.projectId, row.id],
      values: row.sealed === null ? [] : [{ identity: totpSecretIdentity(row.projectId, row.id), sealed: row.sealed }],
      write: (tx, [resealed = '']) => replaceTotpSecret(tx, row, resealed),
    }))
  },
}
