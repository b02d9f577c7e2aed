import { splitDatabaseUrl } from '../db/database-url.ts'
import type { CellSettings } from './cell-settings.ts'
import type { StoredAddress } from './store.ts'

/** Opens sealed addresses (`MasterSecret`). */
export interface AddressSecret {
  open(sealed: string, identity: string): string
}

const DEFAULT_PORT = 5432

/** Names the place of a cell without the role and its password: server, database and schema. */
export function placeOf({ schema, url }: Pick<CellSettings, 'schema' | 'url'>): string {
  const { after = '', hosts = [] } = splitDatabaseUrl(url) ?? {}
  const servers = hosts.map((host) => (/:\d+$/.test(host) ? host : `${host}:${DEFAULT_PORT}`))
  const [path = '', parameters = ''] = after.split('?')
  // The folder of a Unix socket.
  const folder = new URLSearchParams(parameters).get('host') ?? ''
  return `${folder}${servers.join(',')}${path} ${schema}`
}

/** The identity to which the address of a cell is sealed. */
export function addressIdentity(name: string): string {
  return `cells/${name}`
}

/** Returns the address of a cell: the address in the settings, unless the cell has moved from there. */
export function currentAddress(
  cell: CellSettings,
  stored: readonly StoredAddress[],
  secret: AddressSecret,
): CellSettings {
  const moved = stored.find(({ name }) => name === cell.name)
  if (!moved?.formerPlaces.includes(placeOf(cell))) return cell
  return { name: cell.name, schema: moved.schema, url: secret.open(moved.urlSealed, addressIdentity(cell.name)) }
}
