import type { SavedReply } from './api.ts'

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()
}

function rank({ name, shortcut, body }: SavedReply, wanted: string): number {
  const [title, short] = [folded(name), folded(shortcut)]
  if (short === wanted) return 0
  if (short.startsWith(wanted)) return 1
  if (title.startsWith(wanted)) return 2
  if (title.split(/\s+/).some((word) => word.startsWith(wanted))) return 3
  if (title.includes(wanted) || short.includes(wanted)) return 4
  return folded(body).includes(wanted) ? 5 : -1
}

/** Saved replies that fit what was typed, best first: shortcut, name, then words; accents and case do not matter. */
export function findReplies(replies: readonly SavedReply[], typed: string): SavedReply[] {
  const wanted = folded(typed.trim())
  if (wanted === '') return [...replies]
  return replies
    .map((reply) => ({ reply, at: rank(reply, wanted) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)
    .map(({ reply }) => reply)
}
