import type { Span } from '@crewline/contract/blocks'
import { joinedSpans, plainText, type Texts } from '@crewline/contract/block-rules'
import type { NewsLanguage } from '@crewline/contract/news'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { settingsOf } from '../organizations/index.ts'
import { translateMarked, type MarkedPiece } from '../translation/index.ts'

type Translated = { kind: 'reviewed' | 'machine' | 'refused'; texts: Texts }

/** Translates the texts of a block, all or none. Bold, italics and links stay on their words, or the block is refused. */
export async function translateTexts(
  scope: Scope,
  kernel: Kernel,
  { from, to, texts }: { from: NewsLanguage; to: NewsLanguage; texts: Texts },
): Promise<Translated> {
  const { translation } = await settingsOf(scope.db, scope.orgId)
  const request = { orgId: scope.orgId, from, to, keep: translation.glossary, purpose: 'send' as const }
  let isMachine = false
  const translated: Texts = []
  for (const spans of texts) {
    if (plainText(spans).trim() === '') {
      translated.push(spans)
      continue
    }
    const outcome = await translateMarked(kernel, scope.db, { ...request, pieces: piecesOf(spans) })
    if (outcome.kind === 'refused') return { kind: 'refused', texts: [] }
    isMachine ||= outcome.kind === 'machine'
    translated.push(outcome.kind === 'same' ? spans : spansOf(outcome.pieces, spans))
  }
  return { kind: isMachine ? 'machine' : 'reviewed', texts: translated }
}

/** Numbers the formats of a text; one that occurs again elsewhere has another number. */
export function piecesOf(spans: readonly Span[]): MarkedPiece[] {
  return spans.map(({ text, bold, italic, href }, at) => ({
    text,
    mark: bold || italic || href !== undefined ? at : undefined,
  }))
}

/** Gives translated pieces the formats of the text that they were made of. */
export function spansOf(pieces: readonly MarkedPiece[], source: readonly Span[]): Span[] {
  return joinedSpans(
    pieces.map(({ text, mark }) => {
      const { text: _text, ...format } = mark === undefined ? { text } : (source[mark] ?? { text })
      return { text, ...format }
    }),
  )
}
