import SCIMMY from 'scimmy'
import {
  extensionAt,
  fieldOf,
  operationsOf,
  PATCH_SCHEMA,
  requireComplete,
  ScimRefused,
  withExtension,
  type Alternatives,
  type Operation,
} from './rules.ts'

/** What the library throws for a wrong request. */
interface LibraryError {
  status?: number
  scimType?: string
  message: string
}

/**
 * Applies a patch (RFC 7644, 3.5.2) to a resource and returns what it is afterwards. Extensions of the resource are kept
 * and changed only with `keepsExtensions`.
 */
export async function patched(
  kind: 'User' | 'Group',
  resource: object,
  body: unknown,
  { keepsExtensions = false } = {},
): Promise<unknown> {
  const operations = operationsOf(body, keepsExtensions)
  if (kind === 'Group') return operations.length === 0 ? resource : applied(kind, resource, operations)
  let extensions = Object.fromEntries(Object.entries(resource).filter(([name]) => extensionAt(name) !== undefined))
  let current = resource
  // One after the other, because an operation may name what an earlier one added.
  for (const operation of operations) {
    if (/^urn:/i.test(operation.path ?? '')) extensions = withExtension(extensions, operation)
    else current = await applied(kind, current, [withElement(current, operation)])
  }
  return keepsExtensions ? { ...current, ...extensions } : current
}

async function applied(kind: 'User' | 'Group', resource: object, operations: Operation[]): Promise<object> {
  const after = await guarded(async () => {
    const schema = new SCIMMY.Schemas[kind](resource, 'both')
    const patch = new SCIMMY.Messages.PatchOp({ schemas: [PATCH_SCHEMA], Operations: operations })
    return patch.apply(schema as never, async (result: Record<string, unknown>) => result)
  })
  // Nothing, when the operations change nothing.
  return after ?? resource
}

/**
 * Entra ID sets `phoneNumbers[type eq "mobile"].value` also where there is no such number yet, and expects it to be added
 * (RFC 7644, 3.5.2.3 would have it refused).
 */
function withElement(resource: object, operation: Operation): Operation {
  const [, list, part, wanted, sub] = /^(\w+)\[(\w+) eq "([^"]*)"\]\.(\w+)$/i.exec(operation.path ?? '') ?? []
  if (operation.op === 'remove' || list === undefined || part === undefined || sub === undefined) return operation
  const elements = fieldOf(resource, list)
  const isThere =
    Array.isArray(elements) &&
    elements.some((element) => String(fieldOf(element, part)).toLowerCase() === (wanted ?? '').toLowerCase())
  return isThere ? operation : { op: 'add', path: list, value: [{ [part]: wanted, [sub]: operation.value }] }
}

/** Parses a filter (RFC 7644, 3.4.2.2). */
export async function parseFilter(text: string): Promise<Alternatives> {
  if (text.length > 1_000) throw new ScimRefused(400, 'The filter is too long.', 'invalidFilter')
  const parsed = await guarded(
    async () => [...(new SCIMMY.Types.Filter(text) as unknown as Record<string, unknown>[])],
    'invalidFilter',
  )
  requireComplete(parsed)
  return parsed
}

async function guarded<T>(work: () => Promise<T>, scimType = 'invalidValue'): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { status, scimType: found, message } = error as LibraryError
    // The library fails in its own ways for texts that are no filter at all.
    if (status === undefined) throw new ScimRefused(400, 'The request could not be read.', scimType)
    throw new ScimRefused(status < 500 ? status : 400, message, found ?? scimType)
  }
}
