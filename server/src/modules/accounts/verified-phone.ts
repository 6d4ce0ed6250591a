import type { Kernel } from '../../kernel/kernel.ts'
import { userById } from './store/people.ts'

/** Returns the mobile number of a user in E.164 form, or null when they have none or have not verified it. */
export async function verifiedPhoneOf(kernel: Kernel, userId: string): Promise<string | null> {
  const system = kernel.database.asSystem('organizations cannot read the phone numbers of users')
  const user = await userById(system, userId)
  return user?.phoneVerifiedAt ? user.phone : null
}
