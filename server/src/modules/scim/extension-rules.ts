import { nameIn, ScimRefused, type Operation } from './rules.ts'

/**
 * The name of an extension of users, and the attribute that a path means in it, if any. Names of extensions are free, as
 * `urn:okta:acme:1.0:user:custom` of Okta is: one that is `known` counts first, and otherwise what customary names look like.
 */
export function extensionAt(
  path: string,
  { known = [], isWhole = false }: { known?: readonly string[]; isWhole?: boolean } = {},
): { schema: string; attribute: string } | undefined {
  if (!/^urn:[\w.-]+:\S+$/i.test(path)) return undefined
  const lower = path.toLowerCase()
  const [schema] = known
    .filter((name) => lower === name.toLowerCase() || lower.startsWith(`${name.toLowerCase()}:`))
    .toSorted((a, b) => b.length - a.length)
  if (schema !== undefined) return { schema: path.slice(0, schema.length), attribute: path.slice(schema.length + 1) }
  const [, customary, attribute = ''] = /^(urn:\S+?:User(?::custom)?)(?::([a-z$_][\w$.-]*))?$/i.exec(path) ?? []
  if (customary !== undefined) return { schema: customary, attribute }
  if (isWhole) return { schema: path, attribute: '' }
  const at = path.lastIndexOf(':')
  // A version, as in urn:acme:hr:2.0, is no attribute.
  const isAttribute = /^[a-z$_]/i.test(path.slice(at + 1)) && path.slice(0, at).split(':').length > 2
  return isAttribute ? { schema: path.slice(0, at), attribute: path.slice(at + 1) } : { schema: path, attribute: '' }
}

/** Parts of an attribute that is an object, such as a manager. */
const PARTS = new Set(['value', 'displayname', '$ref'])

/** Whether a value has the attributes of an extension, and is not one of them. */
function isExtensionValue(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const names = Object.keys(value)
  return names.length > 0 && !names.some((name) => PARTS.has(name.toLowerCase()))
}

/** Applies an operation on an extension to the extensions of a resource. */
export function withExtension(extensions: Record<string, unknown>, { op, path = '', value }: Operation) {
  const at = extensionAt(path, { known: Object.keys(extensions), isWhole: isExtensionValue(value) })
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
