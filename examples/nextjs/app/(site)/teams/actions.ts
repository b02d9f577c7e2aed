'use server'
import { revalidatePath } from 'next/cache'
import { portico } from '../../../portico'

export async function createGroup(form: FormData): Promise<void> {
  const user = await portico.getUser({ or: 'throw' })
  const displayName = form.get('displayName')
  if (typeof displayName === 'string') await user.createTeam({ displayName: displayName.trim() })
  revalidatePath('/teams')
}
