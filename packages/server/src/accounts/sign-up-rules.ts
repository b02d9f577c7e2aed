import type { ProjectConfig } from '../records/projects/project.ts'
import type { SignUpFacts } from '../records/sign-ups/store.ts'
import { isDisposableDomain } from './disposable-domains.ts'

export type SignUpRule = ProjectConfig['signUpRules'][number]
type Conditions = SignUpRule['when']
type Condition = (facts: SignUpFacts) => boolean

/**
 * Prepares rules for any number of sign-ups.
 *
 * @returns a function that returns the position of the first rule whose conditions all hold; -1 without one
 */
export function compileSignUpRules(rules: readonly SignUpRule[]): (facts: SignUpFacts) => number {
  const compiled = rules.map(compileRule)
  return (facts) => compiled.findIndex((conditions) => conditions.every((holds) => holds(facts)))
}

function compileRule({ when, then }: SignUpRule): Condition[] {
  const ofAddress = [compileDomains(when), compileDisposable(when)].filter((condition) => condition !== null)
  const others = [compileMethods(when), compileCountries(when), compileNetwork(when), compileHours(when)]
  // Anyone can type an address of an admitted domain.
  // guard: a rule admits only a proved address of its domain (replace `then === 'allow'` with `false`) [admission]
  const isProofRequired = then === 'allow' && ofAddress.length > 0
  return [
    ...(isProofRequired ? [(facts: SignUpFacts) => facts.isEmailProved] : []),
    ...others.filter((condition) => condition !== null),
    ...ofAddress,
  ]
}

function compileDomains({ emailDomain: domains }: Conditions): Condition | null {
  if (domains === undefined) return null
  const listed = new Set(domains)
  return ({ emailDomain }) => emailDomain !== null && namesOf(emailDomain).some((name) => listed.has(name))
}

/** The entries of a list that contain the domain: itself, and a pattern for each domain above it. */
function namesOf(domain: string): string[] {
  const labels = domain.split('.')
  return [domain, ...labels.slice(1).map((_label, index) => `*.${labels.slice(index + 1).join('.')}`)]
}

function compileDisposable({ disposable }: Conditions): Condition | null {
  if (disposable === undefined) return null
  return ({ emailDomain }) => emailDomain !== null && isDisposableDomain(emailDomain) === disposable
}

function compileMethods({ method: methods }: Conditions): Condition | null {
  return methods === undefined ? null : ({ method }) => methods.includes(method)
}

function compileCountries({ country: countries }: Conditions): Condition | null {
  if (countries === undefined) return null
  const listed = new Set(countries)
  return ({ countryCode }) => countryCode !== null && listed.has(countryCode)
}

/** An unknown value does not match. */
function compileNetwork({ anonymousNetwork }: Conditions): Condition | null {
  return anonymousNetwork === undefined ? null : ({ isAnonymousNetwork }) => isAnonymousNetwork === anonymousNetwork
}

function compileHours({ hour: hours }: Conditions): Condition | null {
  if (hours === undefined) return null
  const { from, until, timeZone } = hours
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone })
  return ({ at }) => {
    const hour = Number(format.format(at))
    return from < until ? hour >= from && hour < until : hour >= from || hour < until
  }
}
