import type { CallAct, ChosenAct } from './declaration.ts'
import { setsImage } from './sets-image.ts'

/** A change of a team or a member profile that sets an image also counts as an image change. */
export const teamChange: ChosenAct<{ readonly body: unknown }, CallAct> = {
  acts: ['changeTeam', 'changeImage'],
  of: ({ body }) => (setsImage(body) ? ['changeTeam', 'changeImage'] : ['changeTeam']),
  ofRefused: (body) => (setsImage(body) ? 'changeImage' : 'changeTeam'),
}
