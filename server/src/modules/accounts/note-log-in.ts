import type { Tx } from '../../kernel/scope.ts'
import { addLogIn, type NewLogIn } from './store/log-ins.ts'

/** Adds a log-in, or a refused one, to the history of the organization, whose members may only see some contacts. */
export function noteLogIn(tx: Tx, logIn: Omit<NewLogIn, 'orgId' | 'id' | 'at'>): Promise<void> {
  return tx.unscoped(() => addLogIn(tx.db, { orgId: tx.orgId, id: tx.world.id(), at: tx.world.now(), ...logIn }))
}
