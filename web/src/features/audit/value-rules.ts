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

/** Returns whether a recorded value is a moment or a day of the calendar; undefined for what only looks like one. */
export function momentIn(value: string): 'moment' | 'day' | undefined {
  const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
  if (!isMoment && !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined
  const at = new Date(value)
  // A day that no month has, such as February 30, is read as one of the next month.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(value.slice(0, 10))) return undefined
  return isMoment ? 'moment' : 'day'
}
