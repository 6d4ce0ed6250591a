/** A text that waits in the restored database. */
interface Waiting {
  id: string
  to: string
  phone: string | null
  body: string
  files: number
  hasLinks: boolean
}

/** A message that the carrier has. */
interface Sent {
  carrierId: string
  to: string
  body: string
  files: number
}

/**
 * Finds the waiting texts that a carrier already has, where it cannot be asked by our reference: the same number and the
 * same words. Each message of the carrier stands for one text, the oldest first. When in doubt a text counts as sent: a
 * person can send it again, but cannot take a second one back.
 */
export function matchSent<Message extends Sent>(
  waiting: readonly Waiting[],
  sent: readonly Message[],
): Map<string, Message> {
  const open = Map.groupBy(sent, (message) => message.to)
  const matches = new Map<string, Message>()
  for (const text of waiting) {
    for (const to of new Set([text.to, text.phone])) {
      const candidates = (to && open.get(to)) || []
      const at = candidates.findIndex((message) => isSame(text, message))
      if (at < 0) continue
      matches.set(text.id, candidates[at] as Message)
      candidates.splice(at, 1)
      break
    }
  }
  return matches
}

function isSame(text: Waiting, message: Sent): boolean {
  const [ours, theirs] = [text.body.trim(), message.body.trim()]
  // The links were made when the text was sent.
  if (text.hasLinks) return theirs.startsWith(ours)
  return ours === theirs && text.files > 0 === message.files > 0
}
