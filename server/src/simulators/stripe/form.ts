type Fields = { [name: string]: string | Fields }

/** Reads a form as Stripe's SDKs write it: `items[0][price]=p` becomes `{ items: { 0: { price: 'p' } } }`. */
export function readForm(text: string): Fields {
  const fields: Fields = Object.create(null) as Fields
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    let at = fields
    for (const part of path.slice(0, -1)) {
      const inner = at[part]
      at = typeof inner === 'object' ? inner : (at[part] = Object.create(null) as Fields)
    }
    const last = path.at(-1)
    if (last !== undefined) at[last] = value
  }
  return fields
}

/** A field that must be text. */
export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' ? value : undefined
}

/** A field with fields of its own; empty when it is missing. */
export function partOf(fields: Fields, name: string): Fields {
  const value = fields[name]
  return typeof value === 'object' ? value : {}
}

/** The entries of a list. */
export function entriesOf(fields: Fields, name: string): Fields[] {
  return Object.values(partOf(fields, name)).filter((entry) => typeof entry === 'object')
}

/** A field whose fields are all texts, such as metadata. */
export function textsOf(fields: Fields, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(partOf(fields, name)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

export type { Fields }
