import { reopenFirstAdmin } from '../admin/first-admin/first-admin.ts'
import { requireMatchingSecret } from '../records/projects/signing-keys.ts'
import type { OperatorCommand } from './command.ts'

/** Prints a first-admin link for a service without an owner. */
export const firstAdminCommand: OperatorCommand = {
  name: 'first-admin',
  summary: 'Prints a first-admin link if the service has no owner.',
  options: {},
  async run(dependencies, _options, print) {
    await requireMatchingSecret(dependencies)
    const link = await reopenFirstAdmin(dependencies, dependencies.clock.now())
    if (link === null) {
      print('The service has an owner, so it does not need a first-admin link. Ask the owner to add you.')
      return 1
    }
    print(`Open this link while the service is running to become its owner. The link works once:\n${link}`)
    return 0
  },
}
