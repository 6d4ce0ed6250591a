/** Returns a recorded list of texts, numbers or yes and no, each as text; undefined for what is none. */
export function listIn(value: string): string[] | undefined {
  if (!value.startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(value)
    const isPlain = (one: unknown) => ['string', 'number', 'boolean'].includes(typeof one)
    return Array.isArray(list) && list.every(isPlain) ? list.map(String) : undefined
  } catch {
    return undefined
  }
}
