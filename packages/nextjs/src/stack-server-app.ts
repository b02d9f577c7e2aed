import type { PorticoServerAppOptions } from '@portico/client/server'
import type { OptionsOrInherited } from '@portico/client/stack'
import { StackServerApp as ServerApp } from '@portico/react/stack'
import { nextPorts } from './framework.ts'
import { addNextMembers, type NextMembers } from './next-members.ts'

/** The `StackServerApp` of `@portico/react/stack` whose store `nextjs-cookie` is the cookies of the request. */
export class StackServerApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends ServerApp<HasTokenStore, ProjectId> {
  declare readonly proxy: NextMembers['proxy']
  declare readonly withPortico: NextMembers['withPortico']

  constructor(given: OptionsOrInherited<PorticoServerAppOptions<HasTokenStore, ProjectId>>) {
    const options = { redirectMethod: 'nextjs', ...given } as const
    super(options as typeof given, nextPorts)
    addNextMembers(this)
  }
}
