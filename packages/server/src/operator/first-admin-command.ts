import { reopenFirstAdmin } from '../admin/first-admin/first-admin.ts'
import { requireMatchingSecret } from '../records/projects/signing-keys.ts'
import type { OperatorCommand } from './command.ts'

/** Makes a first-admin link for a service whose last owner is gone. */
export const firstAdminCommand: OperatorCommand = {
  name: 'first-admin',
  summary: 'Prints a first-admin link, if no user owns the service any more.',
  options: {},
  async run(dependencies, _options, print) {
    await requireMatchingSecret(dependencies)
    const link = await reopenFirstAdmin(dependencies, dependencies.clock.now())
    if (link === null) {
      print('The service has an owner, so the first-admin link stays closed. Ask the owner to add you.')
      return 1
    }
    print(`This link makes one person the owner of the service. It works once, while the service runs:\n${link}`)
    return 0
  },
}
