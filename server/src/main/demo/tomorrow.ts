import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { LANE, queue } from '../../modules/messages/index.ts'
import { organizationOf } from '../../modules/organizations/index.ts'
import type { SeededOrganization } from './write-organization.ts'
import type { Character } from './main-characters.ts'
import { DAY, localMoment } from './moments.ts'
import { TIMEZONE } from './organizations.ts'

/** 6:30 AM in minutes of the day. */
const EARLY = 6 * 60 + 30

/**
 * Schedules a message to the first main character for tomorrow morning, as a teammate would. The rest of the demo does
 * not depend on it.
 */
export async function scheduleForTomorrow(
  kernel: Kernel,
  { id, line, senders }: Pick<SeededOrganization, 'id' | 'line' | 'senders'>,
  { conversation: { contact } }: Character,
): Promise<void> {
  const { organization } = await organizationOf(kernel.database.ofOrg(id), id)
  const dueAt = new Date(localMoment(kernel.world.now().getTime() + DAY, EARLY, TIMEZONE))
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'the demo is seeded' }, 'demo-tomorrow')
  await scope.tx((tx) =>
    queue(tx, LANE.reply, [
      {
        id: tx.world.id(),
        contactId: contact.id,
        lineId: line.id,
        from: line.phone,
        to: contact.phone,
        body: 'Good morning Sam! Line 3 starts with the new film today.',
        kind: 'text',
        senderId: senders[0]?.userId ?? null,
        wait: {
          state: 'scheduled',
          dueAt,
          reason: 'scheduled',
          zone: TIMEZONE,
          cancelIfReply: false,
        },
      },
    ]),
  )
}
