/** Declares the parts of an untyped package that the test uses. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
    readonly Client: {
      readonly adapter: { upsert(id: string, properties: object): Promise<void> }
    }
  }
}
