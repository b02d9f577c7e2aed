import { mailServerStepNames, type MailServerStepName, type MailServerStepState } from '@portico/contract'

export interface CheckedStep {
  readonly name: MailServerStepName
  readonly state: MailServerStepState
  /** Null for a step that was skipped or not reached. */
  readonly durationMillis: number | null
  readonly detail: string | null
}

export interface MailServerCheck {
  readonly steps: readonly CheckedStep[]
  /** Null: the server has accepted the mail. */
  readonly failure: { readonly step: MailServerStepName; readonly cause: unknown } | null
}

/** The steps of a check, of which one is in progress. */
export class CheckedSteps {
  #list: CheckedStep[] = []
  #startedAt = performance.now()

  /** All steps: those that were reached, and the others. */
  get list(): readonly CheckedStep[] {
    const others = mailServerStepNames.slice(this.#list.length)
    return [
      ...this.#list,
      ...others.map((name) => ({ name, state: 'not_reached' as const, durationMillis: null, detail: null })),
    ]
  }

  /** Finishes the present step. */
  finish(state: 'done' | 'skipped', detail: string | null = null): void {
    this.#add(state, detail)
  }

  /** Fails the present step and returns its name. */
  fail(): MailServerStepName {
    return this.#add('failed', null)
  }

  #add(state: MailServerStepState, detail: string | null): MailServerStepName {
    const name = mailServerStepNames[this.#list.length]
    if (name === undefined) throw new Error('The check has no more steps.')
    const now = performance.now()
    const durationMillis = state === 'skipped' ? null : Math.round(now - this.#startedAt)
    this.#startedAt = now
    this.#list.push({ name, state, durationMillis, detail })
    return name
  }
}
