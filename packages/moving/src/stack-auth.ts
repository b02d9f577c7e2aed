import { UnreadableInput, type FoundLine, type Reader, type SourceInput } from './input/source.ts'
import { readStackAuthApi } from './stack-auth-api.ts'
import { readStackAuthDump } from './stack-auth-dump.ts'

/**
 * @see https://docs.stack-auth.com/api
 * @see https://github.com/stack-auth/stack-auth/blob/main/apps/backend/prisma/schema.prisma
 */
export const stackAuth: Reader = {
  id: 'stack-auth',
  title: 'Stack Auth',
  files: [
    {
      name: 'users',
      isRequired: false,
      description:
        'A dump of the database of a service that you run, version 2.8: `pg_dump --data-only`. Only it has password hashes, authenticator secrets and passkeys. Without it, the command line reads the API.',
    },
  ],
  options: [
    { name: 'project_id', isRequired: true, isSecret: false, description: 'The id of the project there.' },
    {
      name: 'base_url',
      isForApi: true,
      isRequired: false,
      isSecret: false,
      description: 'The address of the API. Default: https://api.stack-auth.com. Not with a dump.',
    },
    {
      name: 'super_secret_admin_key',
      isForApi: true,
      isRequired: false,
      isSecret: true,
      description: 'The super secret admin key of the project there, to read its API.',
    },
    {
      name: 'rp_id',
      isRequired: false,
      isSecret: false,
      description: 'With a dump: the domain of the passkeys, such as app.example. Without it, they are lost.',
    },
  ],
  read: readStackAuth,
}

async function* readStackAuth(input: SourceInput): AsyncGenerator<FoundLine> {
  const { project_id: projectId } = input.options
  if (!projectId) throw new UnreadableInput('The option "project_id" is missing.', { code: 'missing_option' })
  yield* input.files['users'] ? readStackAuthDump(input, projectId) : readStackAuthApi(input, projectId)
}
