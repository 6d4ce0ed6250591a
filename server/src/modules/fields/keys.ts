import { STANDARD_FIELDS } from '@crewline/contract/filter-fields'
import { mergeFields } from '@crewline/contract/merge'

/** Maximum key length. */
const KEY_MAX = 36

/** Letters that Unicode does not decompose, and letters of two alphabets with a standard transliteration. */
const SPELLED: Record<string, string> = {
  đ: 'd',
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŋ: 'ng',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  є: 'ye',
  і: 'i',
  ґ: 'g',
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
}

/**
 * Derives a key from a name: lowercase Latin letters, digits and `_`. Returns `field` for scripts without a
 * transliteration here.
 */
export function keyOf(name: string): string {
  const spelled = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/gu, (letter) => SPELLED[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const key = /^[0-9]/.test(spelled) ? `n_${spelled}` : spelled
  return key.slice(0, KEY_MAX).replace(/_+$/, '') || 'field'
}

/** Returns the nth key to try for a name: shift, shift_2, shift_3. */
export function keyNumber(key: string, nth: number): string {
  const suffix = nth === 1 ? '' : `_${nth}`
  return `${key.slice(0, KEY_MAX - suffix.length).replace(/_+$/, '')}${suffix}`
}

/** Standard contact fields, words of merge tags, and property names of JavaScript objects. */
const RESERVED = new Set(
  [
    'id',
    'phone',
    'mobile',
    'firstname',
    'lastname',
    'status',
    'name',
    'custom',
    'customfields',
    'work',
    'groups',
    // Custom fields were named so before shifts were a field of filters, and rules tell the two apart by their prefix.
    ...Object.keys(STANDARD_FIELDS).filter((name) => name !== 'shift'),
    ...mergeFields,
    'constructor',
    'prototype',
    'proto',
    'tostring',
    'valueof',
    'hasownproperty',
    'isprototypeof',
  ].map(bare),
)

/** Returns whether a key has another meaning, in any spelling. */
export function isReserved(key: string): boolean {
  return RESERVED.has(bare(key))
}

function bare(key: string): string {
  return key.toLowerCase().replaceAll('_', '')
}
