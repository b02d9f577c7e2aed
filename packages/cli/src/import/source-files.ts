import { statSync } from 'node:fs'
import { basename } from 'node:path'

import { IMPORT_FILE_NAME_MAX_CODE_POINTS } from '@portico/contract/limits'
import { networkAccess, openFile, temporarySideTable } from '@portico/moving/open-input'
import type { DeclaredFile, InputFile, Source, SourceInput } from '@portico/moving/sources'

import { exitCodes } from '../kernel/exit-codes.ts'
import { Failure } from '../kernel/failure.ts'
import { limitCodePoints } from '../kernel/plain-text.ts'

/** What the command line names. */
export interface GivenInput {
  /** The path of the first file of the source. */
  readonly file: string | undefined
  /** Paths by the names of the files. */
  readonly files: Readonly<Record<string, string>>
  readonly options: Readonly<Record<string, string>>
}

export interface PreparedInput {
  readonly input: SourceInput
  /** The paths by the names of the files. */
  readonly paths: Readonly<Record<string, string>>
  /** The share of the files that has been read, from 0 to 1. */
  readonly readShare: () => number
}

/** The variable of an option, such as `PORTICO_IMPORT_SIGNER_KEY`. */
export function variableOf(option: string): string {
  return `PORTICO_IMPORT_${option.toUpperCase()}`
}

/**
 * Finds the files and options of a source.
 *
 * @throws Failure that names the file or option
 */
export function prepareInput(source: Source, given: GivenInput): PreparedInput {
  const paths = pathsOf(source, given)
  const names = Object.values(paths).map((path) => basename(path))
  const files = Object.entries(paths).map(([declared, path]) => {
    const name = basename(path)
    // Two folders can have a file of the same name.
    const isUnique = names.indexOf(name) === names.lastIndexOf(name)
    const fullName = isUnique ? name : `${name} (${declared})`
    return [declared, new MeasuredFile(path, limitCodePoints(fullName, IMPORT_FILE_NAME_MAX_CODE_POINTS))] as const
  })
  const size = files.reduce((sum, [, file]) => sum + file.size, 0)
  return {
    input: {
      files: Object.fromEntries(files),
      options: optionsOf(source, given),
      createSideTable: temporarySideTable,
      http: networkAccess,
    },
    paths,
    readShare: () => (size === 0 ? 1 : files.reduce((sum, [, file]) => sum + file.readBytes, 0) / size),
  }
}

function pathsOf(source: Source, { file, files }: GivenInput): Record<string, string> {
  const [first] = source.files
  const paths = { ...(file !== undefined && first && { [first.name]: file }), ...files }
  const unknown = Object.keys(paths).find((name) => !source.files.some((declared) => declared.name === name))
  if (unknown !== undefined) {
    failUsage(`${source.title} has no file "${unknown}". Its files are: ${namesOf(source.files)}.`)
  }
  for (const { name, isRequired, description } of source.files) {
    if (isRequired && paths[name] === undefined) failUsage(`Name the file "${name}" of ${source.title}: ${description}`)
  }
  return paths
}

function optionsOf(source: Source, { options }: GivenInput): Record<string, string> {
  const unknown = Object.keys(options).find((name) => !source.options.some((declared) => declared.name === name))
  if (unknown !== undefined) {
    const known = source.options.length === 0 ? 'It has none' : `Its options are: ${namesOf(source.options)}`
    failUsage(`${source.title} has no option "${unknown}". ${known}.`)
  }
  const found: Record<string, string> = {}
  for (const { name, isRequired, isSecret, description } of source.options) {
    // Other users of the computer can see a process's arguments.
    if (isSecret && options[name] !== undefined)
      failUsage(`${name} is a secret. Set ${variableOf(name)} in the environment.`)
    const value = options[name] ?? process.env[variableOf(name)]
    if (value) found[name] = value
    else if (isRequired) {
      const how = isSecret ? 'Set' : `Pass --option ${name}=…, or set`
      failUsage(`${how} ${variableOf(name)} in the environment: ${description}`)
    }
  }
  return found
}

function namesOf(declared: readonly Pick<DeclaredFile, 'name'>[]): string {
  return declared.map(({ name }) => name).join(', ')
}

function failUsage(message: string): never {
  throw new Failure(message, exitCodes.usage)
}

/** Knows how much of it has been read. */
class MeasuredFile implements InputFile {
  readonly name: string
  readonly size: number
  readBytes = 0
  readonly #file: InputFile

  /** @throws Failure if the file cannot be read */
  constructor(path: string, name: string) {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) throw new Failure(`${path} does not exist.`)
    if (!found.isFile()) throw new Failure(`${path} is not a file.`)
    this.name = name
    this.size = found.size
    this.#file = openFile(path)
  }

  /** A source may read the file several times. */
  async *open(): AsyncGenerator<Uint8Array> {
    this.readBytes = 0
    for await (const chunk of this.#file.open()) {
      this.readBytes += chunk.length
      yield chunk
    }
  }
}
