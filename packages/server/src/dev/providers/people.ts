import type { LookAlikeProfile } from '../../flows/oauth/providers/look-alike.ts'

/** A fictional person with an account at every look-alike. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly isEmailVerified: boolean
}

/** All look-alikes have the same people, so that developers can try two providers with one address. */
const allPeople: readonly Person[] = [
  { id: 'ada', name: 'Ada Okafor', email: 'ada.okafor@example.com', isEmailVerified: true },
  { id: 'bruno', name: 'Bruno Lindqvist', email: 'bruno@example.com', isEmailVerified: false },
  { id: 'chiyo', name: 'Chiyo Marangoni', email: 'chiyo.marangoni@example.com', isEmailVerified: true },
]

/** The people of a look-alike. One has no address if accounts of the real provider may lack one. */
export function peopleOf({ addresses, mayLackAddress }: LookAlikeProfile): readonly Person[] {
  return allPeople.map((person, index) => {
    if (addresses === 'none') return { ...person, email: null, isEmailVerified: false }
    if (mayLackAddress && index === allPeople.length - 1) return { ...person, email: null, isEmailVerified: false }
    return person
  })
}
