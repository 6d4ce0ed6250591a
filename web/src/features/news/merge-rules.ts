// Merges the changes of two members, block by block, against what both began with.
import type { Block, BlockTranslations } from '@crewline/contract/blocks'
import type { NewsContent, NewsLanguage } from '@crewline/contract/news'

/** Returns whether two values are equal, whatever the order of their keys. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

/** The server may return the keys of an object in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  )
}

/** Returns theirs when I changed nothing, else mine. */
function merged<T>(base: T, mine: T, theirs: T): T {
  return isSame(base, mine) ? theirs : mine
}

/** Whether both changed the same thing in different ways. */
function isConflict(base: unknown, mine: unknown, theirs: unknown): boolean {
  return !isSame(base, mine) && !isSame(base, theirs) && !isSame(mine, theirs)
}

/**
 * Merges two contents that began as `base`. What only one changed is kept from that one. Where both changed the same block,
 * the cover or the title, mine is kept and counted in `conflicts`; the server keeps theirs in the history.
 */
export function mergeContents(
  base: NewsContent,
  mine: NewsContent,
  theirs: NewsContent,
): { content: NewsContent; conflicts: number } {
  const { blocks, conflicts } = mergeBlocks(base.blocks, mine.blocks, theirs.blocks)
  const languages = merged(base.languages, mine.languages, theirs.languages)
  return {
    content: {
      title: merged(base.title, mine.title, theirs.title),
      cover: merged(base.cover ?? null, mine.cover ?? null, theirs.cover),
      language: merged(base.language, mine.language, theirs.language),
      reactions: merged(base.reactions, mine.reactions, theirs.reactions),
      blocks,
      languages: [...new Set([...languages, ...theirs.languages.filter((tag) => !base.languages.includes(tag))])],
      translations: mergeTranslations(base.translations, mine.translations, theirs.translations),
    },
    conflicts:
      conflicts +
      (isConflict(base.title, mine.title, theirs.title) ? 1 : 0) +
      (isConflict(base.cover ?? null, mine.cover ?? null, theirs.cover) ? 1 : 0),
  }
}

function mergeBlocks(
  base: readonly Block[],
  mine: readonly Block[],
  theirs: readonly Block[],
): { blocks: Block[]; conflicts: number } {
  const before = new Map(base.map((block) => [block.id, block]))
  const own = new Map(mine.map((block) => [block.id, block]))
  const other = new Map(theirs.map((block) => [block.id, block]))
  let conflicts = 0
  const blocks = mine.flatMap((block): Block[] => {
    const [old, their] = [before.get(block.id), other.get(block.id)]
    if (!old) return [block]
    if (isConflict(old, block, their)) conflicts += 1
    const kept = merged<Block | undefined>(old, block, their)
    return kept ? [kept] : []
  })
  theirs.forEach((block, index) => {
    if (own.has(block.id)) return
    const old = before.get(block.id)
    // I deleted it, and they did not touch it.
    if (old && isSame(old, block)) return
    if (old) conflicts += 1
    const previous = theirs.slice(0, index).findLast(({ id }) => blocks.some((kept) => kept.id === id))
    blocks.splice(previous ? blocks.findIndex(({ id }) => id === previous.id) + 1 : 0, 0, block)
  })
  return { blocks, conflicts }
}

type Translations = NewsContent['translations']

function mergeTranslations(base: Translations, mine: Translations, theirs: Translations): Translations {
  const tags = Object.keys({ ...mine, ...theirs }) as NewsLanguage[]
  return Object.fromEntries(
    tags.map((tag) => {
      const [old, own, other] = [base[tag] ?? {}, mine[tag] ?? {}, theirs[tag] ?? {}]
      const keys = Object.keys({ ...own, ...other })
      const all = keys.flatMap((key) => {
        const kept = merged(old[key], own[key], other[key])
        return kept ? [[key, kept] as const] : []
      })
      return [tag, Object.fromEntries(all) satisfies BlockTranslations]
    }),
  )
}
