import { addressIdentity } from '../../platform/cells/cell-address.ts'
import { listStoredAddresses, resealAddress } from '../../platform/cells/store.ts'
import type { SealedRecords } from '../../platform/crypto/sealed-records.ts'

/** The addresses of cells that have moved. */
export const sealedCellAddresses: SealedRecords = {
  name: 'addresses of cells',
  isOfHomeCell: true,
  async list(sql, after) {
    // The service has a few cells, so one list has all of them.
    if (after !== null) return []
    const addresses = await sql.run(listStoredAddresses())
    return addresses.map(({ name, urlSealed }) => ({
      cursor: [name],
      values: [{ identity: addressIdentity(name), sealed: urlSealed }],
      write: (tx, [resealed = urlSealed]) => tx.run(resealAddress(name, urlSealed, resealed)),
    }))
  },
}
