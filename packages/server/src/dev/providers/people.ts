import type { LookAlikeProfile } from '../../flows/oauth/providers/look-alike.ts'

/** A person who has an account at every look-alike. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly isEmailVerified: boolean
}

/** The same three people everywhere, so that developers can try what happens when two providers know one address. */
const everyone: readonly Person[] = [
  { id: 'ada', name: 'Ada Okafor', email: 'ada.okafor@example.com', isEmailVerified: true },
  { id: 'bruno', name: 'Bruno Lindqvist', email: 'bruno@example.com', isEmailVerified: false },
  { id: 'chiyo', name: 'Chiyo Marangoni', email: 'chiyo.marangoni@example.com', isEmailVerified: true },
]

/** The people of a look-alike. One of them has no address if accounts of the real provider may lack one. */
export function peopleOf({ addresses, mayLackAddress }: LookAlikeProfile): readonly Person[] {
  return everyone.map((person, index) => {
    if (addresses === 'none') return { ...person, email: null, isEmailVerified: false }
    if (mayLackAddress && index === everyone.length - 1) return { ...person, email: null, isEmailVerified: false }
    return person
  })
}
