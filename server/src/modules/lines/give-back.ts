import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { numberMarket, type NumberRefusal } from './ports.ts'
import { lockLines, makeDefault, markReleased, type Line } from './store.ts'

/**
 * Gives the number of a line back to its carrier and releases the line, also the last one. A repeat after a lost answer
 * releases it once. Returns why when the carrier refused or did not answer; the line then stays.
 */
export async function releaseBought(kernel: Kernel, scope: Scope, line: Line): Promise<'ok' | NumberRefusal> {
  const result = await numberMarket.get().release(kernel, line)
  if (result !== 'ok') return result
  await scope.tx(async (tx) => {
    const held = await lockLines(tx)
    const known = held.find(({ id }) => id === line.id)
    if (!known) return
    await markReleased(tx, line.id, { isGivenBack: true })
    const others = held.filter(({ id }) => id !== line.id)
    const next = others.find(({ state }) => state === 'active') ?? others[0]
    if (known.isDefault && next) await makeDefault(tx, next.id)
    tx.audit('line.given-back', line.id, { phone: line.phone, carrier: line.carrier })
  })
  return 'ok'
}
