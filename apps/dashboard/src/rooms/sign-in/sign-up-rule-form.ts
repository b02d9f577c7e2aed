import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'

import type { SignUpRule } from '../../data/sign-up-rules.ts'
import { checks, choice, lines, radio, text, type Field, type FieldsOf } from '../../page/form/fields.tsx'
import type { SignUpRulesTexts } from '../../texts/en/sign-up-rules.ts'

type Method = NonNullable<SignUpRule['when']['method']>[number]
type Condition = 'any' | 'yes' | 'no'

/** A rule as its form has it: each condition can be absent. */
export interface SignUpRuleForm {
  readonly name: string
  readonly then: SignUpRule['then']
  readonly emailDomain: string
  readonly disposable: Condition
  readonly method: readonly Method[]
  readonly country: string
  readonly anonymousNetwork: Condition
  /** An hour; empty for any. */
  readonly from: string
  readonly until: string
  readonly timeZone: string
}

const methods: readonly Method[] = ['password', 'otp', 'oauth', 'anonymous']
const hours = Array.from({ length: 24 }, (_hour, index) => String(index))
const DOMAIN = /^(?:\*\.)?(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/

/** @param rule null for a new one */
export function formOfRule(rule: SignUpRule | null): SignUpRuleForm {
  const { emailDomain, disposable, method, country, anonymousNetwork, hour } = rule?.when ?? {}
  return {
    name: rule?.name ?? '',
    then: rule?.then ?? 'refuse',
    emailDomain: emailDomain?.join('\n') ?? '',
    disposable: conditionOf(disposable),
    method: method ?? [],
    country: country?.join(' ') ?? '',
    anonymousNetwork: conditionOf(anonymousNetwork),
    from: hour ? String(hour.from) : '',
    until: hour ? String(hour.until) : '',
    timeZone: hour?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

export function ruleOfForm(form: SignUpRuleForm): SignUpRule {
  const domains = entriesOf(form.emailDomain.toLowerCase())
  const countries = entriesOf(form.country.toUpperCase())
  return {
    name: form.name.trim(),
    when: {
      ...(domains.length > 0 && { emailDomain: domains }),
      ...(form.disposable !== 'any' && { disposable: form.disposable === 'yes' }),
      ...(form.method.length > 0 && { method: [...form.method] }),
      ...(countries.length > 0 && { country: countries }),
      ...(form.anonymousNetwork !== 'any' && { anonymousNetwork: form.anonymousNetwork === 'yes' }),
      ...(form.from !== '' && {
        hour: { from: Number(form.from), until: Number(form.until), timeZone: form.timeZone.trim() },
      }),
    },
    then: form.then,
  }
}

export function fieldsOfRule(t: SignUpRulesTexts, initial: SignUpRuleForm): FieldsOf<SignUpRuleForm> {
  const condition = (name: 'anonymousNetwork' | 'disposable'): Field<Condition> =>
    choice<Condition>({
      label: t[name],
      initial: initial[name],
      options: (['any', 'yes', 'no'] as const).map((value) => ({ value, label: t.choices[value] })),
    })
  const hour = (name: 'from' | 'until'): Field<string> =>
    choice<string>({
      label: t[name],
      initial: initial[name],
      options: [{ value: '', label: t.anyHour }, ...hours.map((value) => ({ value, label: `${value}:00` }))],
    })
  return {
    name: text({
      label: t.name,
      initial: initial.name,
      isRequired: true,
      max: LABEL_MAX_CODE_POINTS,
      help: t.nameHelp,
      input: { placeholder: t.namePlaceholder },
    }),
    then: radio<SignUpRule['then']>({
      label: t.outcome,
      initial: initial.then,
      options: (['refuse', 'hold', 'allow'] as const).map((value) => ({ value, ...t.outcomes[value] })),
    }),
    emailDomain: lines({
      label: t.emailDomain,
      initial: initial.emailDomain,
      isCode: true,
      isOptional: true,
      help: t.emailDomainHelp,
      problemOf: (value) => wrongEntry(value.toLowerCase(), DOMAIN, t.emailDomainWrong),
    }),
    disposable: condition('disposable'),
    method: checks<Method>({
      label: t.method,
      help: t.methodHelp,
      initial: initial.method,
      options: methods.map((value) => ({ value, label: t.methods[value] })),
    }),
    country: text({
      label: t.country,
      initial: initial.country,
      isCode: true,
      isOptional: true,
      help: t.countryHelp,
      problemOf: (value) => wrongEntry(value.toUpperCase(), /^[A-Z]{2}$/, t.countryWrong),
    }),
    anonymousNetwork: condition('anonymousNetwork'),
    from: hour('from'),
    until: hour('until'),
    timeZone: text({
      label: t.timeZone,
      initial: initial.timeZone,
      isCode: true,
      problemOf: (value) => (isTimeZone(value) ? null : t.timeZoneWrong),
    }),
  }
}

/** What is wrong between fields that are valid alone. */
export function problemsOfRule(
  { from, until }: SignUpRuleForm,
  t: SignUpRulesTexts,
): Partial<Record<keyof SignUpRuleForm, string>> {
  return from === until && from === ''
    ? {}
    : from === '' || until === '' || from === until
      ? { until: t.hoursWrong }
      : {}
}

export function conditionsInWords(
  { emailDomain, disposable, method, country, anonymousNetwork, hour }: SignUpRule['when'],
  t: SignUpRulesTexts,
): string[] {
  const { words } = t
  return [
    emailDomain && words.emailDomain(emailDomain.join(', ')),
    disposable !== undefined && words.disposable(disposable),
    method && words.method(method.map((one) => t.methods[one]).join(', ')),
    country && words.country(country.join(', ')),
    anonymousNetwork !== undefined && words.anonymousNetwork(anonymousNetwork),
    hour && words.hour(`${hour.from}:00`, `${hour.until}:00`, hour.timeZone),
  ].filter((sentence) => typeof sentence === 'string')
}

/** The rule of a dialog, as it was when the dialog opened. */
export interface EditedRule {
  readonly index: number
  /** Null for a new one. */
  readonly rule: SignUpRule | null
}

/**
 * Returns the list with the rule that was written in a dialog. Another owner may have changed the list meanwhile: if
 * the rule has another position, it is replaced there; if it is gone, the written rule is added.
 */
export function putRule(
  rules: readonly SignUpRule[],
  { index, rule }: EditedRule,
  written: SignUpRule,
): readonly SignUpRule[] {
  if (rule === null) return [...rules, written]
  const isEdited = (other: SignUpRule | undefined): boolean => JSON.stringify(other) === JSON.stringify(rule)
  const at = isEdited(rules[index]) ? index : rules.findIndex(isEdited)
  return at === -1 ? rules.toSpliced(index, 0, written) : rules.toSpliced(at, 1, written)
}

/** Returns the list with an entry at another position. */
export function moveRule(rules: readonly SignUpRule[], from: number, to: number): readonly SignUpRule[] {
  const moved = rules[from]
  return moved === undefined ? rules : rules.toSpliced(from, 1).toSpliced(to, 0, moved)
}

function conditionOf(value: boolean | undefined): Condition {
  if (value === undefined) return 'any'
  return value ? 'yes' : 'no'
}

function entriesOf(typed: string): string[] {
  return [...new Set(typed.split(/[\s,;]+/).filter((entry) => entry !== ''))]
}

function wrongEntry(typed: string, pattern: RegExp, sentence: (entry: string) => string): string | null {
  const wrong = entriesOf(typed).find((entry) => !pattern.test(entry))
  return wrong === undefined ? null : sentence(wrong)
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format()
    return true
  } catch {
    return false
  }
}
