import type { NotificationPrefs } from '@crewline/contract/notifications'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { prefsFrom } from './prefs.ts'
import { keepPrefs, markAllSeen, prefsKept } from './store/updates.ts'

/** Who asks; only members have notifications. */
export function personOf(scope: Scope): string {
  return scope.actor.kind === 'member' ? scope.actor.personId : fail('not_permitted')
}

/** What a member has chosen to hear of, over the usual. */
export async function readPrefs(db: Db, personId: string): Promise<NotificationPrefs> {
  return prefsFrom(await prefsKept(db, personId))
}

/** Changes the parts given. */
export async function changePrefs(scope: Scope, change: Partial<NotificationPrefs>): Promise<NotificationPrefs> {
  const personId = personOf(scope)
  await scope.tx(async (tx) => {
    await keepPrefs(tx, personId, change)
    tx.audit('notification-settings.changed', personId, { parts: Object.keys(change) })
  })
  return readPrefs(scope.db, personId)
}

/** Everything the member was told counts as seen. */
export async function markSeen(scope: Scope): Promise<void> {
  const personId = personOf(scope)
  await scope.tx(async (tx) => {
    await markAllSeen(tx, personId)
    tx.audit('updates.seen', personId)
  })
}
