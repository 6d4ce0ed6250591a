import { ar } from './ar.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ht } from './ht.ts'
import type { Lexicon } from './lexicon.ts'
import { pt } from './pt.ts'
import { vi } from './vi.ts'
import { zh } from './zh.ts'

/** Every language workers are understood in, in the order in which they are asked. */
export const LEXICONS: readonly Lexicon[] = [en, es, fr, pt, vi, zh, ht, ar]
