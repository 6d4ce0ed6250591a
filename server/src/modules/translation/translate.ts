import type { Translation, TranslationRefusal } from '@crewline/contract/messages'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { checkTranslation } from './gate.ts'
import { findMarks, readMarks, withoutMarks, writeMarks, type MarkedPiece } from './marks.ts'
import { PackTranslator } from './packs/translator.ts'
import { phrasebookOf } from './organization-phrases.ts'
import type { FoundPhrase, Phrasebook, Suggestion } from './phrases/phrasebook.ts'
import { protect, restore } from './protect.ts'
import { remoteOf, type Translator } from './remote.ts'
import { baseOf, hasWords } from './rules.ts'
import { mayConcernSafety } from './safety.ts'
import { providerOf, recall, remember, type TranslationRequest } from './store/memory.ts'

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

const made = new WeakMap<Kernel, Translator>()

/**
 * Returns what translates in this installation besides the phrases: the connected service, or else the translation packs
 * of its data directory. Null without either.
 */
export function serviceOf(kernel: Kernel): Translator | null {
  const { config, world } = kernel
  const service = made.get(kernel) ?? remoteOf(config) ?? new PackTranslator(config.dataDir, () => world.monotonicMs())
  made.set(kernel, service)
  return service.pairs?.length === 0 ? null : service
}

/**
 * Translates a text whole or not at all: by reviewed phrases, otherwise by the connected service if its translation
 * passes every check. For `send`, a text that may concern safety is translated by reviewed phrases only. Never throws.
 */
export function translate(kernel: Kernel, db: Db, request: WholeRequest): Promise<TranslationOutcome> {
  return translateWhole(kernel, db, { ...request, marked: [] })
}

type WholeRequest = TranslationRequest & { purpose: 'send' | 'read' }

/** The result of translating a text whose pieces have formats. */
export type MarkedOutcome =
  | { kind: 'same' }
  | { kind: 'refused' }
  | { kind: 'reviewed' | 'machine'; pieces: MarkedPiece[] }

/**
 * Translates a text with formats on its pieces, whole or not at all: every format is on words of the translation, or it is
 * refused. Otherwise as `translate`.
 */
export async function translateMarked(
  kernel: Kernel,
  db: Db,
  { pieces, ...request }: Omit<WholeRequest, 'text'> & { pieces: readonly MarkedPiece[] },
): Promise<MarkedOutcome> {
  const text = pieces.map((piece) => piece.text).join('')
  const worded = pieces.filter((piece) => piece.text.trim() !== '')
  const [first] = worded
  // One format on all of the text needs no signs.
  const isEven = worded.every(({ mark }) => mark === first?.mark)
  // A text with such signs of its own could not be told from marks.
  if (!isEven && /[⟦⟧]/.test(text)) return { kind: 'refused' }
  const sentences = isEven ? undefined : bySentence(await phrasebookOf(db, request.orgId), pieces, request)
  if (sentences) return { kind: 'reviewed', pieces: sentences }
  const outcome = await translateWhole(kernel, db, { ...request, text, marked: isEven ? [] : pieces })
  if (outcome.kind === 'same' || outcome.kind === 'refused') return { kind: outcome.kind }
  if (isEven) return { kind: outcome.kind, pieces: [{ text: outcome.text, mark: first?.mark }] }
  const read = outcome.kind === 'reviewed' ? findMarks(outcome.text, pieces) : readMarks(outcome.text, pieces)
  return read ? { kind: outcome.kind, pieces: read } : { kind: 'refused' }
}

/**
 * Translates pieces that are whole sentences by reviewed phrases, each with its format. Returns undefined when a piece is
 * only a part of a sentence, or not reviewed.
 */
function bySentence(
  phrasebook: Phrasebook,
  pieces: readonly MarkedPiece[],
  { from, to, keep }: Omit<WholeRequest, 'text'>,
): MarkedPiece[] | undefined {
  if (baseOf(from) === baseOf(to)) return undefined
  const worded = pieces.filter(({ text }) => text.trim() !== '')
  if (!worded.slice(0, -1).every(({ text }) => /[.!?:]$/.test(text.trim()))) return undefined
  const translated: MarkedPiece[] = []
  for (const piece of pieces) {
    const sentence = piece.text.trim()
    const reviewed = sentence === '' ? { text: '' } : phrasebook.translate(sentence, from, to, keep)
    if (!reviewed) return undefined
    const [before = '', after = ''] = sentence === '' ? [piece.text] : piece.text.split(sentence)
    translated.push({ ...piece, text: before + reviewed.text + after })
  }
  return translated
}

/** Translates a text. With `marked`, the pieces it consists of, a machine translation has the signs of their marks. */
async function translateWhole(
  kernel: Kernel,
  db: Db,
  { marked, ...request }: WholeRequest & { marked: readonly MarkedPiece[] },
): Promise<TranslationOutcome> {
  const { text, from, to, keep, purpose } = request
  const base = { from: baseOf(from), to: baseOf(to) }
  if (base.from === base.to || !hasWords(text)) return { ...base, kind: 'same' }
  const phrasebook = await phrasebookOf(db, request.orgId)
  const reviewed = phrasebook.translate(text, from, to, keep)
  if (reviewed && (marked.length === 0 || findMarks(reviewed.text, marked)))
    return { ...base, kind: 'reviewed', provider: PHRASES, ...reviewed }
  const service = serviceOf(kernel)
  const refused = (reason: TranslationRefusal): TranslationOutcome => ({
    ...base,
    kind: 'refused',
    reason,
    provider: service?.name ?? PHRASES,
  })
  if (purpose === 'send' && isAboutSafety(phrasebook, request)) return refused('safety')
  if (!service?.translates(from, to)) return refused('no_service')
  const wish = marked.length === 0 ? request : { ...request, text: writeMarks(marked) }
  if (marked.length > 0 && !service.keepsPlaceholders) return refused('failed_checks')
  const provider = service.providerFor?.(from, to) ?? service.name
  const remembered = await recall(db, wish, provider)
  if (remembered !== undefined) return { ...base, kind: 'machine', provider, text: remembered }
  try {
    const translated = await guarded(service, wish)
    const hasMarks = marked.length === 0 || (translated !== undefined && readMarks(translated, marked) !== undefined)
    const failure =
      translated === undefined || !hasMarks
        ? 'figures'
        : await checkTranslation({
            source: text,
            translated: marked.length === 0 ? translated : withoutMarks(translated),
            from,
            to,
            keep: keep.filter((word) => text.includes(word)),
          })
    if (failure !== undefined || translated === undefined) {
      kernel.log.info({ check: failure, translator: service.name, ...base }, 'translation: refused by a check')
      return refused('failed_checks')
    }
    await remember(db, wish, { provider, text: translated, now: kernel.world.now() })
    return { ...base, kind: 'machine', provider, text: translated }
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
): Promise<Pick<Translation, 'phrases'> & { kind: 'reviewed' | 'machine' | 'member'; provider: string }> {
  const phrasebook = await phrasebookOf(db, request.orgId)
  const reviewed = phrasebook.translate(request.text, request.from, request.to, request.keep)
  if (reviewed?.text === translated) return { kind: 'reviewed', provider: PHRASES, phrases: recorded(reviewed.phrases) }
  const provider = await providerOf(db, request, translated)
  return provider === undefined ? { kind: 'member', provider: 'member' } : { kind: 'machine', provider }
}

/** Translates by the given phrases alone, at once and for free; null when the text is not made of reviewed phrases. */
export function translateByPhrases(
  phrasebook: Phrasebook,
  { text, from, to }: { text: string; from: string; to: string },
): (Translation & { kind: 'reviewed' }) | null {
  if (baseOf(from) === baseOf(to) || !hasWords(text)) return null
  const reviewed = phrasebook.translate(text, from, to)
  return reviewed
    ? {
        text: reviewed.text,
        from: baseOf(from),
        to: baseOf(to),
        provider: PHRASES,
        kind: 'reviewed',
        phrases: recorded(reviewed.phrases),
      }
    : null
}

/** Returns what a message records of the phrases that it was made of. */
export function recorded(phrases: readonly FoundPhrase[]): NonNullable<Translation['phrases']> {
  return phrases.map(({ id, revision }) => ({ id, revision }))
}
