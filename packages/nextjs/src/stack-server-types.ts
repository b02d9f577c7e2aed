import { StackServerApp as ServerApp } from '@portico/react/stack'
import type { NextMembers } from './next-members.ts'

/** What `StackServerApp` of `stack-server-app.ts` is for the compiler. In a browser, each server app refuses to be created. */
export class StackServerApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends ServerApp<HasTokenStore, ProjectId> {
  /** See `NextMembers.proxy`. */
  declare readonly proxy: NextMembers['proxy']
  /** See `NextMembers.withPortico`. */
  declare readonly withPortico: NextMembers['withPortico']
}
