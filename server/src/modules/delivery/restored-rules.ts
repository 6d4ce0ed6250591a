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
  reference?: string
}

/**
 * Finds the waiting texts that a carrier already has, where it cannot be asked by our reference: those whose reference is
 * in its list, or else the same number and the same words. Each message of the carrier stands for one text, the oldest
 * first. When in doubt a text counts as sent: a person can send it again, but cannot take a second one back.
 */
export function matchSent<Message extends Sent>(
  waiting: readonly Waiting[],
  sent: readonly Message[],
): Map<string, Message> {
  const byReference = new Map(sent.map((message) => [message.reference, message]))
  const open = Map.groupBy(
    sent.filter((message) => !message.reference),
    (message) => message.to,
  )
  const matches = new Map<string, Message>()
  for (const text of waiting) {
    const named = byReference.get(text.id)
    if (named) {
      matches.set(text.id, named)
      continue
    }
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
