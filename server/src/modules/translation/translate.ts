import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { phrasebook } from './phrasebook/translator.ts'
import { protect, restore } from './protect.ts'
import { remoteOf } from './remote.ts'
import { recall, remember, type Wish } from './store.ts'
import { baseOf } from './rules.ts'
import type { Translator } from './translator.ts'

/** A translated text with its warnings. */
export interface Translated {
  text: string
  from: string
  to: string
  provider: string
  warnings: string[]
  failed: boolean
  /** Whether the phrasebook made it, without a service. */
  isLocal: boolean
}

const made = new WeakMap<Kernel, Translator>()

/** Returns the translator of this installation: the configured service or the phrasebook. */
function translatorOf(kernel: Kernel): Translator {
  const translator = made.get(kernel) ?? remoteOf(kernel.config) ?? phrasebook
  made.set(kernel, translator)
  return translator
}

/**
 * Translates one text. Numbers, times, links and kept words stay unchanged, or a warning lists those that did not.
 * Never throws: on failure it returns the original with `failed`.
 */
export async function translate(kernel: Kernel, db: Db, wish: Wish): Promise<Translated> {
  const { text, from, to } = wish
  const translator = translatorOf(kernel)
  const base = { from: baseOf(from), to: baseOf(to), provider: translator.name, isLocal: translator.isLocal }
  if (base.from === base.to) return { ...base, text, warnings: [], failed: false }
  const remembered = translator.isLocal ? undefined : await recall(db, wish, translator.name)
  if (remembered !== undefined) return { ...base, text: remembered, warnings: [], failed: false }
  // The phrasebook handles numbers itself and needs their positions to find the phrase.
  const guarded = translator.isLocal ? { text, kept: [] } : protect(text, wish.keep)
  try {
    const answer = await translator.translate({ text: guarded.text, from, to })
    if (answer.failed) return { ...base, text, warnings: [], failed: true }
    const { text: restored, lost } = restore(answer.text, guarded)
    const warnings = [...lost, ...answer.untranslated]
    if (warnings.length === 0 && !translator.isLocal)
      await remember(db, wish, { provider: translator.name, text: restored, now: kernel.world.now() })
    return { ...base, text: restored, warnings, failed: false }
  } catch (error) {
    kernel.log.warn({ err: (error as Error).message, translator: translator.name }, 'translation: failed')
    return { ...base, text, warnings: [], failed: true }
  }
}
