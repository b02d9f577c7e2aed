import type { AppFolder } from './app-folder.ts'

export type FileChange = 'create' | 'change' | 'keep'

export interface PlannedFile {
  /** Relative to the folder of the app, with slashes. */
  readonly path: string
  readonly change: FileChange
  /** The content before, or null if the file does not exist. */
  readonly before: string | null
  readonly after: string
  /** Whether only its owner may read it. */
  readonly isSecret?: boolean
}

/** A file that only its author can change. */
export interface Obstacle {
  readonly path: string
  readonly problem: string
  /** What its author adds. */
  readonly byHand: string
}

export interface Plan {
  readonly files: readonly PlannedFile[]
  readonly obstacles: readonly Obstacle[]
}

/** Every file that this command writes imports one of our packages. */
const OWN_FILE = '@portico/'

/** Collects the changes to the files of an app, without writing them. */
export class PlanBuilder {
  readonly #folder: AppFolder
  readonly #files: PlannedFile[] = []
  readonly #obstacles: Obstacle[] = []

  constructor(folder: AppFolder) {
    this.#folder = folder
  }

  /** Adds a file. One that already uses Portico is kept as it is, and any other one is not overwritten. */
  create(path: string, content: string): void {
    const before = this.#folder.read(path)
    if (before === null) this.#files.push({ path, change: 'create', before, after: content })
    else if (before.includes(OWN_FILE)) this.#files.push({ path, change: 'keep', before, after: before })
    else {
      this.refuse(
        path,
        'exists and is not a file of Portico',
        `Rename it, or put this content into another file of your choice:\n\n${content}`,
      )
    }
  }

  /** Adds a file if there is none with one of the paths. */
  createIfMissing(paths: readonly string[], content: string): void {
    const existing = this.#folder.find(paths)
    if (existing === null) this.create(paths[0] ?? '', content)
  }

  /**
   * Changes a file that the app's author wrote, unless it already uses Portico.
   *
   * @param edit returns null for a file that it does not understand
   */
  edit(path: string, edit: (source: string) => string | null, byHand: string): void {
    const before = this.#folder.read(path) ?? ''
    const after = before.includes(OWN_FILE) ? before : edit(before)
    if (after === null) this.refuse(path, 'cannot be changed by this program', byHand)
    else this.#files.push({ path, change: after === before ? 'keep' : 'change', before, after })
  }

  /** Changes a settings file. `merge` keeps what is in the file. */
  merge(path: string, merge: (source: string) => string, { isSecret = false } = {}): void {
    const before = this.#folder.read(path)
    const after = merge(before ?? '')
    const change = before === null ? 'create' : 'change'
    this.#files.push({ path, change: after === (before ?? '') ? 'keep' : change, before, after, isSecret })
  }

  /** Refuses the whole plan because of a file. */
  refuse(path: string, problem: string, byHand: string): void {
    this.#obstacles.push({ path, problem, byHand })
  }

  build(): Plan {
    return {
      files: this.#files.filter(({ before, after }) => before !== null || after !== ''),
      obstacles: this.#obstacles,
    }
  }
}

export function isComplete({ files, obstacles }: Plan): boolean {
  return obstacles.length === 0 && files.every(({ change }) => change === 'keep')
}
