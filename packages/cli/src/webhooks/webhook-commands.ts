import type { Command } from 'commander'

import {
  addAdminOptions,
  addExample,
  readAdminAccess,
  untilStopped,
  type AdminCommandOptions,
} from '../kernel/commands.ts'
import { readOption } from '../kernel/settings.ts'
import { listen } from './listen.ts'

interface ListenCommandOptions extends AdminCommandOptions {
  readonly forward?: string
  readonly events?: string
}

/** `listen`: a project's webhooks on a developer's computer. */
export function addWebhookCommands(program: Command): void {
  const command = addAdminOptions(program.command('listen'))
    .description('Forward the webhooks of a project to a server on this computer, until Ctrl+C.')
    .option('--forward <url>', 'where the events go, such as http://localhost:3000/hooks')
    .option('--events <types>', 'types of events, separated by commas (default: the standard events)')
    .addHelpText(
      'after',
      '\nThe events are signed with the secret in PORTICO_WEBHOOK_SECRET, else with a new one, which is printed.',
    )
    .action((options: ListenCommandOptions, self: Command) =>
      untilStopped((signal) =>
        listen(
          {
            forward: options.forward ?? self.error('error: --forward is missing, such as http://localhost:3000/hooks.'),
            ...readAdminAccess(self, options),
            eventTypes: options.events?.split(',').map((type) => type.trim()),
            // Not an option: other users of the computer can see a process's options.
            secret: readOption(undefined, 'WEBHOOK_SECRET'),
          },
          signal,
        ),
      ),
    )
  addExample(command, 'portico listen --forward http://localhost:3000/hooks --events user.created')
}
