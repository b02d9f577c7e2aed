import type { AccessType } from '@portico/contract'

import type { SendAnyRequest, SendRequest } from './request.ts'

/** Returns a request function that passes every operation on, with further options, or that looks at the answers. */
export function wrapRequest<Access extends AccessType>(
  request: SendRequest<Access>,
  wrap: (send: SendAnyRequest) => SendAnyRequest,
): SendRequest<Access> {
  // Unchecked cast: the wrapper keeps the types of the operations.
  return wrap(request as SendAnyRequest) as SendRequest<Access>
}

/** A server may call what clients call, and gets at least their answers. */
export function asClient(request: SendRequest<'server'>): SendRequest {
  return request as SendAnyRequest as SendRequest
}
