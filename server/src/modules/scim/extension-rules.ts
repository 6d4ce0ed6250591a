import { nameIn, ScimRefused, type Operation } from './rules.ts'

/** The name of an extension of users, and the attribute that a path means in it, if any. */
export function extensionAt(path: string): { schema: string; attribute: string } | undefined {
  const [, schema, attribute = ''] = /^(urn:[^\s]+?:User)(?::(.+))?$/i.exec(path) ?? []
  return schema === undefined ? undefined : { schema, attribute }
}

/** Applies an operation on an extension to the extensions of a resource. */
export function withExtension(extensions: Record<string, unknown>, { op, path = '', value }: Operation) {
  const at = extensionAt(path)
  if (!at) throw new ScimRefused(400, 'The path names no attribute of an extension.', 'invalidPath')
  const known = nameIn(extensions, at.schema)
  const before = extensions[known]
  const kept = typeof before === 'object' && before !== null ? (before as Record<string, unknown>) : {}
  // manager.value is the manager.
  const [attribute = '', part] = at.attribute.split('.')
  if (attribute === '') {
    const { [known]: _former, ...others } = extensions
    if (op === 'remove') return others
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ScimRefused(400, 'The value of an extension is an object.', 'invalidValue')
    // Also a replacement leaves what it does not name (RFC 7644, 3.5.2.3).
    const changed = Object.entries(value).map(([name, one]: [string, unknown]) => [nameIn(kept, name), one] as const)
    return { ...extensions, [known]: { ...kept, ...Object.fromEntries(changed) } }
  }
  const name = nameIn(kept, attribute)
  const { [name]: _former, ...others } = kept
  return { ...extensions, [known]: op === 'remove' ? others : { ...others, [name]: partOf(value, part) } }
}

function partOf(value: unknown, part: string | undefined): unknown {
  return part === undefined || typeof value === 'object' ? value : { [part]: value }
}
