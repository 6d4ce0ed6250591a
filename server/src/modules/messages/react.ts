import type { Tx } from '../../kernel/scope.ts'
import { MessageChanged } from './events.ts'
import { quotes, readReaction, type ParsedReaction } from './reaction-rules.ts'
import { latestOf, saveReaction } from './store/reactions.ts'

/**
 * Attaches reactions among these messages to the messages they refer to; returns the remaining messages. A reaction to
 * an unknown message stays a message.
 */
export async function withoutReactions<Row extends { contact: { id: string }; body: string }>(
  tx: Tx,
  rows: Row[],
): Promise<Row[]> {
  const reactions = new Map<Row, ParsedReaction>()
  for (const row of rows) {
    const reaction = readReaction(row.body)
    if (reaction) reactions.set(row, reaction)
  }
  if (reactions.size === 0) return rows
  const latest = await latestOf(
    tx,
    [...reactions.keys()].map((row) => row.contact.id),
  )
  const put = new Set<Row>()
  const changed = new Set<string>()
  for (const [row, reaction] of reactions) {
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
