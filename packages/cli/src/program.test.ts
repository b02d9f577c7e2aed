import type { Command } from 'commander'
import { expect, test } from 'vitest'

import { createProgram } from './program.ts'

/** Returns the commands without subcommands, with their names. */
function leavesOf(command: Command, path = ''): [string, Command][] {
  const name = `${path} ${command.name()}`.trim()
  if (command.commands.length === 0) return [[name, command]]
  return command.commands.flatMap((child) => leavesOf(child, name))
}

test.each(leavesOf(createProgram()))('the help of %s has a description and an example', (name, command) => {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()

  expect(command.description()).toMatch(/^[A-Z].*\.$/)
  expect(help).toMatch(/\nExamples?:\n {2}/)
  expect(help.slice(help.indexOf('\nExample'))).toContain(name)
})

test('a usage error names the help of its command', async () => {
  let written = ''
  const program = createProgram()
  const list = program.commands.find((command) => command.name() === 'users')?.commands[0]
  list?.configureOutput({ writeErr: (text) => (written += text) })

  await expect(program.parseAsync(['users', 'list', '--unknown'], { from: 'user' })).rejects.toThrow('unknown option')
  expect(written).toContain('Run portico users list --help for usage.')
})
