import type { Role } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'

/** A teammate who writes broadcasts. */
export interface DemoMember {
  userId: string
  memberId: string
  role: Role
  firstname: string
  lastname: string
}

/** Returns a demo teammate of an organization. */
export async function memberByEmail(kernel: Kernel, orgId: string, email: string): Promise<DemoMember> {
  const result = await sql<DemoMember>`
    select u.id as "userId", m.id as "memberId", m.role, u.firstname, u.lastname
    from member m join user_account u on u.id = m.user_id where m.org_id = ${orgId} and u.email = ${email}`.execute(
    kernel.database.asSystem('the demo is seeded'),
  )
  const [member] = result.rows
  if (!member) throw new Error(`no demo teammate has the address ${email}`)
  return member
}
