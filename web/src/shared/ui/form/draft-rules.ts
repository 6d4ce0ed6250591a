/** Whether two values of a form are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Returns what the server stored, with the fields that were edited since it was sent. */
export function withNewer<Fields extends object>(stored: Fields, sent: Fields, now: Fields): Fields {
  const edited = Object.entries(now).filter(([name, value]) => !isSame(value, sent[name as keyof Fields]))
  return { ...stored, ...Object.fromEntries(edited) }
}

/**
 * Brings what a teammate saved into an edited form: their fields, and the edited ones. Returns undefined when both changed
 * the same field differently; a person must decide then.
 */
export function mergeDraft<Fields extends object>(
  theirs: Fields,
  { base, mine }: { base: Fields; mine: Fields },
): Fields | undefined {
  const names = Object.keys(mine) as (keyof Fields)[]
  const isTorn = names.some(
    (name) => !isSame(mine[name], base[name]) && !isSame(theirs[name], base[name]) && !isSame(mine[name], theirs[name]),
  )
  return isTorn ? undefined : withNewer(theirs, base, mine)
}
