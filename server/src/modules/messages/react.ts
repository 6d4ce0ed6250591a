import type { Tx } from '../../kernel/scope.ts'
import { MessageChanged } from './facts.ts'
import { quotes, readReaction, type SaidReaction } from './reaction-rules.ts'
import { latestOf, saveReaction } from './store/reactions.ts'

/**
 * Puts reactions among these texts onto the messages they are about; answers the texts that remain. A reaction to
 * something we do not find stays a text.
 */
export async function withoutReactions<Row extends { contact: { id: string }; body: string }>(
  tx: Tx,
  rows: Row[],
): Promise<Row[]> {
  const said = new Map<Row, SaidReaction>()
  for (const row of rows) {
    const reaction = readReaction(row.body)
    if (reaction) said.set(row, reaction)
  }
  if (said.size === 0) return rows
  const latest = await latestOf(
    tx,
    [...said.keys()].map((row) => row.contact.id),
  )
  const put = new Set<Row>()
  const changed = new Set<string>()
  for (const [row, reaction] of said) {
    const about = latest.find(
      (message) =>
        message.contactId === row.contact.id &&
        (reaction.quote === null ? message.hasFiles : quotes(reaction.quote, message.body)),
    )
    if (!about) continue
    await saveReaction(tx, about.id, reaction)
    changed.add(about.id)
    put.add(row)
  }
  if (changed.size > 0) tx.publish(MessageChanged, { ids: [...changed] })
  return rows.filter((row) => !put.has(row))
}
