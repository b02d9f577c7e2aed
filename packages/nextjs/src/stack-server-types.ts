import { StackServerApp as ServerApp } from '@portico/react/stack'
import type { NextMembers } from './next-members.ts'

/**
 * The `StackServerApp` whose store `nextjs-cookie` is the cookies of the request. In a browser, each server app refuses
 * to be created.
 */
export class StackServerApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends ServerApp<HasTokenStore, ProjectId> {
  /** See `NextMembers.proxy`. */
  declare readonly proxy: NextMembers['proxy']
  /** See `NextMembers.withPortico`. */
  declare readonly withPortico: NextMembers['withPortico']
}
