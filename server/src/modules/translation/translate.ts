import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { phrasebook } from './phrasebook/translator.ts'
import { protect, restore } from './protect.ts'
import { remoteOf } from './remote.ts'
import { recall, remember, type Wish } from './store.ts'
import { baseOf } from './rules.ts'
import type { Translator } from './translator.ts'

/** A text in another language, with what deserves a second look. */
export interface Translated {
  text: string
  from: string
  to: string
  provider: string
  warnings: string[]
  failed: boolean
  /** Whether it came from the phrasebook, without any service. */
  isLocal: boolean
}

const made = new WeakMap<Kernel, Translator>()

/** The translator of this installation: the service its settings name, or the phrasebook. */
function translatorOf(kernel: Kernel): Translator {
  const known = made.get(kernel) ?? remoteOf(kernel.config) ?? phrasebook
  made.set(kernel, known)
  return known
}

/**
 * Translates one text. Numbers, times, links and kept words come back as they were, or a warning says which did not.
 * Never throws: what could not be translated is the original with `failed`.
 */
export async function translate(kernel: Kernel, db: Db, wish: Wish): Promise<Translated> {
  const { text, from, to } = wish
  const translator = translatorOf(kernel)
  const base = { from: baseOf(from), to: baseOf(to), provider: translator.name, isLocal: translator.isLocal }
  if (base.from === base.to) return { ...base, text, warnings: [], failed: false }
  const known = translator.isLocal ? undefined : await recall(db, wish, translator.name)
  if (known !== undefined) return { ...base, text: known, warnings: [], failed: false }
  // The phrasebook sets numbers aside itself; their place tells it which phrase is meant.
  const guarded = translator.isLocal ? { text, kept: [] } : protect(text, wish.keep)
  try {
    const answer = await translator.translate({ text: guarded.text, from, to })
    if (answer.failed) return { ...base, text, warnings: [], failed: true }
    const { text: whole, lost } = restore(answer.text, guarded)
    const warnings = [...lost, ...answer.untranslated]
    if (warnings.length === 0 && !translator.isLocal)
      await remember(db, wish, { provider: translator.name, text: whole, now: kernel.world.now() })
    return { ...base, text: whole, warnings, failed: false }
  } catch (error) {
    kernel.log.warn({ err: (error as Error).message, translator: translator.name }, 'translation: failed')
    return { ...base, text, warnings: [], failed: true }
  }
}
