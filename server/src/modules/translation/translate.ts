import type { TranslationRefusal } from '@crewline/contract/messages'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { checkTranslation } from './gate.ts'
import { phrasebookOf } from './phrases/organization-phrases.ts'
import type { FoundPhrase, Phrasebook, Suggestion } from './phrases/phrasebook.ts'
import { protect, restore } from './protect.ts'
import { remoteOf, type Translator } from './remote.ts'
import { baseOf, hasWords } from './rules.ts'
import { mayConcernSafety } from './safety.ts'
import { providerOf, recall, remember, type TranslationRequest } from './store.ts'

/** The result of a translation request. There is no partial result. */
export type TranslationOutcome = { from: string; to: string } & (
  | { kind: 'same' }
  | { kind: 'reviewed'; text: string; provider: string; phrases: FoundPhrase[] }
  | { kind: 'machine'; text: string; provider: string }
  | { kind: 'refused'; reason: TranslationRefusal; provider: string }
)

/** How many phrases with similar words are shown in place of a translation. */
const SUGGESTIONS_MAX = 3
const PHRASES = 'phrases'

const made = new WeakMap<Kernel, Translator | null>()

/** Returns the connected translation service of this installation, or null. */
export function serviceOf(kernel: Kernel): Translator | null {
  let service = made.get(kernel)
  if (service === undefined) {
    service = remoteOf(kernel.config) ?? null
    made.set(kernel, service)
  }
  return service
}

/**
 * Translates a text whole or not at all: by reviewed phrases, otherwise by the connected service if its translation
 * passes every check. For `send`, a text that may concern safety is translated by reviewed phrases only. Never throws.
 */
export async function translate(
  kernel: Kernel,
  db: Db,
  request: TranslationRequest & { purpose: 'send' | 'read' },
): Promise<TranslationOutcome> {
  const { text, from, to, keep, purpose } = request
  const base = { from: baseOf(from), to: baseOf(to) }
  if (base.from === base.to || !hasWords(text)) return { ...base, kind: 'same' }
  const phrasebook = await phrasebookOf(db, request.orgId)
  const reviewed = phrasebook.translate(text, from, to, keep)
  if (reviewed) return { ...base, kind: 'reviewed', provider: PHRASES, ...reviewed }
  const service = serviceOf(kernel)
  const refused = (reason: TranslationRefusal): TranslationOutcome => ({
    ...base,
    kind: 'refused',
    reason,
    provider: service?.name ?? PHRASES,
  })
  if (purpose === 'send' && isAboutSafety(phrasebook, request)) return refused('safety')
  if (!service?.translates(from, to)) return refused('no_service')
  const remembered = await recall(db, request, service.name)
  if (remembered !== undefined) return { ...base, kind: 'machine', provider: service.name, text: remembered }
  try {
    const translated = await guarded(service, request)
    const failure =
      translated === undefined
        ? 'figures'
        : await checkTranslation({
            source: text,
            translated,
            from,
            to,
            keep: keep.filter((word) => text.includes(word)),
          })
    if (failure !== undefined || translated === undefined) {
      kernel.log.info({ check: failure, translator: service.name, ...base }, 'translation: refused by a check')
      return refused('failed_checks')
    }
    await remember(db, request, { provider: service.name, text: translated, now: kernel.world.now() })
    return { ...base, kind: 'machine', provider: service.name, text: translated }
  } catch (error) {
    kernel.log.warn({ err: (error as Error).message, translator: service.name }, 'translation: failed')
    return refused('unavailable')
  }
}

/** Translates with figures, addresses and kept words replaced; undefined when the service lost or repeated one. */
async function guarded(service: Translator, { text, from, to, keep }: TranslationRequest): Promise<string | undefined> {
  if (!service.keepsPlaceholders) return service.translate({ text, from, to })
  const masked = protect(text, keep)
  const { text: restored, lost } = restore(await service.translate({ text: masked.text, from, to }), masked)
  return lost.length > 0 ? undefined : restored
}

/** Returns a machine translation translated back, if its words differ much from the original; undefined otherwise. */
export async function translatedBack(
  kernel: Kernel,
  db: Db,
  request: TranslationRequest,
  translated: string,
): Promise<string | undefined> {
  const back = await translate(kernel, db, {
    ...request,
    text: translated,
    from: request.to,
    to: request.from,
    purpose: 'read',
  })
  if (back.kind !== 'machine' && back.kind !== 'reviewed') return undefined
  const [before, after] = [wordsOf(request.text), wordsOf(back.text)]
  const common = [...before].filter((word) => after.has(word)).length
  return common >= Math.max(before.size, after.size) * LEAST_IN_COMMON ? undefined : back.text
}

/** With fewer words in common, the translation back is worth a look. */
const LEAST_IN_COMMON = 0.5

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}

/** Also counts a text close to a reviewed safety phrase, for example in a language without a list of such words. */
function isAboutSafety(phrasebook: Phrasebook, { text, from, to }: Pick<TranslationRequest, 'text' | 'from' | 'to'>) {
  return mayConcernSafety(text, from) || phrasebook.suggest(text, from, to, { most: 1, isSafety: true }).length > 0
}

/** Returns reviewed phrases with similar words for the sender to pick; safety phrases only, for a text about safety. */
export async function suggestPhrases(
  db: Db,
  { orgId, text, from, to }: Omit<TranslationRequest, 'keep'>,
): Promise<Suggestion[]> {
  const phrasebook = await phrasebookOf(db, orgId)
  const isSafety = isAboutSafety(phrasebook, { text, from, to })
  return phrasebook.suggest(text, from, to, { most: SUGGESTIONS_MAX, isSafety })
}

/** Returns who made a translation that a member sends: the phrases, a service, or the member who wrote or edited it. */
export async function sourceOfTranslation(
  db: Db,
  request: TranslationRequest,
  translated: string,
): Promise<{ kind: 'reviewed' | 'machine' | 'member'; provider: string }> {
  const phrasebook = await phrasebookOf(db, request.orgId)
  const reviewed = phrasebook.translate(request.text, request.from, request.to, request.keep)
  if (reviewed?.text === translated) return { kind: 'reviewed', provider: PHRASES }
  const provider = await providerOf(db, request, translated)
  return provider === undefined ? { kind: 'member', provider: 'member' } : { kind: 'machine', provider }
}

/** Translates by the given phrases alone, at once and for free; null when the text is not made of reviewed phrases. */
export function translateByPhrases(
  phrasebook: Phrasebook,
  { text, from, to }: { text: string; from: string; to: string },
): { text: string; from: string; to: string; provider: string; kind: 'reviewed' } | null {
  if (baseOf(from) === baseOf(to) || !hasWords(text)) return null
  const reviewed = phrasebook.translate(text, from, to)
  return reviewed
    ? { text: reviewed.text, from: baseOf(from), to: baseOf(to), provider: PHRASES, kind: 'reviewed' }
    : null
}
