import type { EndpointSpec } from '@portico/contract'

export const REFERENCE_PATH = '/api-reference'

/** A call, as lists show it. It needs no schema. */
export interface ListedCall {
  readonly operationId: string
  readonly method: string
  /** Below the prefix of the API, with `{name}` parameters. */
  readonly path: string
  readonly summary: string
  /** Where the reference describes it. */
  readonly address: string
}

/** The calls of one tag. */
export interface Group {
  readonly name: string
  readonly address: string
  readonly calls: readonly ListedCall[]
}

/** Returns the calls by tag, in alphabetical order. Calls of one path are adjacent, reads first. */
export function groupsOf(endpoints: ReadonlyMap<string, EndpointSpec>): readonly Group[] {
  return [...Map.groupBy(endpoints, ([, { tag }]) => tag)]
    .map(([name, own]) => {
      const address = `${REFERENCE_PATH}/${addressOf(name)}`
      const calls = own.map(([operationId, { method, path, summary }]) => ({
        operationId,
        method,
        path,
        summary,
        address: `${address}#${operationId}`,
      }))
      return { name, address, calls: calls.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other), 'en')) }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

function addressOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replace(/-$/, '')
}

function orderOf({ method, path }: ListedCall): string {
  return `${path} ${['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(method)}`
}
