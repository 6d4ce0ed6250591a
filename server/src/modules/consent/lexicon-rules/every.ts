import { ar } from './ar.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ht } from './ht.ts'
import type { Lexicon } from './lexicon.ts'
import { pt } from './pt.ts'
import { tl } from './tl.ts'
import { vi } from './vi.ts'
import { zh } from './zh.ts'

/** The supported languages of contacts, in matching order. */
export const LEXICONS: readonly Lexicon[] = [en, es, fr, pt, vi, zh, ht, ar, tl]
