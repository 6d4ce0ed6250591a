/** Where to look for a number: an area code, other digits that it contains, or a city. */
export type NumberWish = { areaCode: string } | { contains: string } | { city: string } | Record<string, never>

/** Reads a typed wish: three digits are an area code, other digits part of the number, anything else a city. */
export function numberWishFrom(typed: string): NumberWish | null {
  const text = typed.trim()
  if (text === '') return {}
  if (!/^[\d\s()+.-]+$/.test(text)) return text.length >= 2 && text.length <= 60 ? { city: text } : null
  const digits = text.replace(/\D/g, '')
  if (digits.length === 3) return { areaCode: digits }
  return digits.length >= 2 && digits.length <= 10 ? { contains: digits } : null
}
