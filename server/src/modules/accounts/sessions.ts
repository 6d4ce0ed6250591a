import type { SessionFacts } from '../../kernel/http/session-gate.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { noteUse } from './store.ts'
import { sessionByToken } from './views.ts'

/** How often the last use of a session is noted, in ms; oftener would make every read a write. */
const NOTE_EVERY_MS = 5 * 60_000

/** Who a token belongs to and where; undefined when token, person, membership or organization is dead. */
export async function readSession(kernel: Kernel, token: string): Promise<SessionFacts | undefined> {
  const system = kernel.database.asSystem('a token says which organization it belongs to')
  const now = kernel.world.now()
  const found = await sessionByToken(system, tokenHash(token), now)
  if (!found) return undefined
  const { lastSeenAt, ...facts } = found
  if (now.getTime() - lastSeenAt.getTime() > NOTE_EVERY_MS) await noteUse(system, facts.sessionId, now)
  return facts
}
