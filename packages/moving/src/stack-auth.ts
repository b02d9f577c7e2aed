import { UnreadableInput, type ReadLine, type Source, type SourceInput } from './input/source.ts'
import { readStackAuthApi } from './stack-auth-api.ts'

/** @see https://docs.stack-auth.com/api */
export const stackAuth: Source = {
  id: 'stack-auth',
  title: 'Stack Auth',
  files: [],
  options: [
    { name: 'project_id', isRequired: true, isSecret: false, description: 'The id of the project there.' },
    {
      name: 'base_url',
      isRequired: false,
      isSecret: false,
      description: 'The address of the service. Default: https://api.stack-auth.com.',
    },
    {
      name: 'super_secret_admin_key',
      isRequired: true,
      isSecret: true,
      description: 'The super secret admin key of the project there.',
    },
  ],
  read: readStackAuth,
}

async function* readStackAuth(input: SourceInput): AsyncGenerator<ReadLine> {
  const { project_id: projectId } = input.options
  if (!projectId) throw new UnreadableInput('The option "project_id" is missing.')
  yield* readStackAuthApi(input, projectId)
}
