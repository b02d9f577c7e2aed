import type { EndpointSpec } from '@portico/contract'

/** Whether this call changes how a user signs in, as the endpoint declares it. */
export function changesCredentials({ changesCredentials: declared = [] }: EndpointSpec, body: unknown): boolean {
  if (declared === true) return true
  return typeof body === 'object' && body !== null && declared.some((field) => Object.hasOwn(body, field))
}
