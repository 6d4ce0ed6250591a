import type { SavedReply } from './api.ts'

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()
}

function rank({ name, shortcut, body }: SavedReply, terms: string): number {
  const [title, short] = [folded(name), folded(shortcut)]
  if (short === terms) return 0
  if (short.startsWith(terms)) return 1
  if (title.startsWith(terms)) return 2
  if (title.split(/\s+/).some((word) => word.startsWith(terms))) return 3
  if (title.includes(terms) || short.includes(terms)) return 4
  return folded(body).includes(terms) ? 5 : -1
}

/**
 * Returns the saved replies that match the typed text, best first: shortcut, name, then text; ignores accents and case.
 */
export function findReplies(replies: readonly SavedReply[], typed: string): SavedReply[] {
  const terms = folded(typed.trim())
  if (terms === '') return [...replies]
  return replies
    .map((reply) => ({ reply, at: rank(reply, terms) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
    .map(({ reply }) => reply)
}
